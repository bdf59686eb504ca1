# frozen_string_literal: true

# Processes, clock and counters, by system calls that Ruby has no methods for.
module CmptheseHost
  # Of machines whose numbers have 64 bits.
  NUMBERS = {
    "x86_64" => { getrusage: 98, clone: 56, prctl: 157 },
    "aarch64" => { getrusage: 165, clone: 220, prctl: 167 },
    "riscv64" => { getrusage: 165, clone: 220, prctl: 167 },
    "powerpc64le" => { getrusage: 77, clone: 120, prctl: 171 },
  }.freeze
  NUMBER = NUMBERS.fetch(RUBY_PLATFORM[/\A(\w+)-linux/, 1] || "", {})

  # Since 3.3 Ruby remembers which process it is, and does not notice a clone.
  FORKS = (RUBY_VERSION.split(".").map(&:to_i) <=> [3, 3]).negative?

  # linux/sched.h, signal.h, linux/prctl.h
  CLONE_PARENT = 0x8000
  SIGCHLD = 17
  SIGKILL = 9
  PR_SET_PDEATHSIG = 1

  # A text of this size has its bytes outside its object, which a compacting collection moves; getrusage(2) writes 144 bytes.
  RUSAGE_ROOM = 4096
  OF_RUSAGE = %w[peak_rss_bytes user_ns sys_ns minor_faults major_faults blocks_in blocks_out voluntary_switches
                 involuntary_switches].freeze
  OF_IO = %w[read_bytes write_bytes read_calls write_calls].freeze
  OF_GC = %w[collections collection_ns].freeze

  # What getrusage(2) says, in memory that is there before it is asked.
  class Usage
    def initialize
      @bytes = "\0".b * RUSAGE_ROOM
      @address = [@bytes].pack("P").unpack1("J") # syscall takes no text that holds a zero
    end

    def read
      syscall(NUMBER[:getrusage], 0, @address) if NUMBER[:getrusage]
    end

    # Two times of two words each, and fourteen words.
    def words
      @bytes.unpack("q18")
    end
  end

  class << self
    # Forks this process, which has loaded everything, into so many workers, and ends it. The result is, in each of them, the
    # first of its three descriptors. They are children of the scheduler, as this process is.
    def fork_workers(count)
      raise "no known number of clone(2) for #{RUBY_PLATFORM}" unless NUMBER[:clone]
      raise "Ruby #{RUBY_VERSION} does not notice clone(2)" unless FORKS

      limits = without_timer
      count.times do |worker|
        next unless syscall(NUMBER[:clone], CLONE_PARENT | SIGCHLD, 0, 0, 0, 0).zero?

        with_timer(limits)
        return become_worker(worker, count)
      end
      exit!(0)
    rescue SystemCallError
      with_timer(limits) if limits
      raise
    end

    # Ruby has a timer of timer_create(2), which clone(2) does not copy, and a memory of having it, which it does. With that a worker
    # would abort as soon as it forks ("timer_posix was not dead"). Ruby takes its timer down before execve(2), and makes another
    # when that has failed; no process can make one that may have no pending signal.
    def without_timer
      limits = Process.getrlimit(:SIGPENDING)
      Process.setrlimit(:SIGPENDING, 0, limits[1])
      make_timer
      limits
    end

    def with_timer(limits)
      Process.setrlimit(:SIGPENDING, *limits)
      make_timer
    end

    def make_timer
      loud, $VERBOSE = $VERBOSE, nil # it warns where it cannot
      exec(["/dev/null/none", "none"])
    rescue SystemCallError # as it must
      $VERBOSE = loud
    end

    def become_worker(worker, count)
      Process.setpgid(0, 0)
      # As the scheduler asked for the process that was forked.
      syscall(NUMBER[:prctl], PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
      first = 3 + 3 * worker
      words = IO.for_fd(first + 2, "w")
      $stderr.reopen(words)
      words.close
      others = (3..2 + 3 * count).to_a - [first, first + 1, first + 2]
      others.each { |descriptor| IO.for_fd(descriptor, autoclose: false).close }
      first
    end

    # Finds what can be read, and why the rest cannot.
    def open_counters
      @absent = {}
      OF_RUSAGE.each { |metric| @absent[metric] = "no known number of getrusage(2) for #{RUBY_PLATFORM}" } unless NUMBER[:getrusage]
      begin
        @io = File.open("/proc/self/io", "rb")
      rescue SystemCallError => error
        OF_IO.each { |metric| @absent[metric] = "/proc/self/io: #{error.message}" }
      end
      @absent["collection_ns"] = "Ruby tells it since 3.1" unless GC.respond_to?(:total_time)
      @metrics = (OF_RUSAGE + OF_IO + OF_GC).reject { |metric| @absent.key?(metric) }
      @usage = Array.new(2) { Usage.new }
    end

    def read_usage(place)
      @usage[place].read
    end

    # CPU time in nanoseconds and voluntary switches of the last slices; nothing where they cannot be read.
    def spent
      return unless NUMBER[:getrusage]

      before, after = @usage.map(&:words)
      cpu = ->(words) { (words[0] + words[2]) * 1_000_000_000 + (words[1] + words[3]) * 1000 }
      [cpu.(after) - cpu.(before), after[16] - before[16]]
    end

    # The raw texts, so that nothing is computed next to the timed region.
    def readings
      counts = @io&.pread(512, 0)
      usage = Usage.new
      usage.read
      [usage, counts, GC.count, GC.respond_to?(:total_time) ? GC.total_time : nil]
    end

    # What they say, in the order of the metrics.
    def numbers(reading)
      usage, counts, *collected = reading
      words = usage.words
      numbers = []
      if NUMBER[:getrusage]
        times = [0, 2].map { |at| words[at] * 1_000_000_000 + words[at + 1] * 1000 }
        numbers.push(words[4] * 1024, *times, *words.values_at(8, 9, 11, 12, 16, 17))
      end
      numbers.concat(counts.scan(/^(?:rchar|wchar|syscr|syscw): (\d+)$/).flatten.map(&:to_i)) if counts
      numbers.concat(collected.compact)
    end

    # What happened between two readings; the peak of memory is a level.
    def difference(before, after)
      first = numbers(before)
      last = numbers(after)
      @metrics.each_with_index.map do |metric, index|
        next last[index] if metric == "peak_rss_bytes"

        [last[index] - first[index] - (@reading_cost ? @reading_cost[index] : 0), 0].max
      end
    end

    # What reading the counters itself adds to them: the least of a few readings with nothing in between.
    def cost_of_reading
      Array.new(4) { difference(readings, readings) }.transpose.map(&:min)
    end
  end
end
