# frozen_string_literal: true

# The Ruby host: compiles a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file descriptors 3
# and 4, or forks itself into as many workers as its argument says. It shares its process with what is measured: all that it has
# lies in one module, so that a snippet sees no name of the host but that.
module CmptheseHost
  MESSAGE_MAX = 8192
  # What is measured so often that its least is free of disturbances.
  TRIES = 16
  # The parts that are functions.
  FUNCTIONS = %w[code teardown before_each].freeze

  # A child that the snippet forks and that runs on into the host must not go on with the loop, where each round would fork once
  # more.
  module Fork
    def _fork
      super.tap { |child| CmptheseHost.note_fork(child.zero?) }
    end
  end

  class << self
    # The clock, which code may replace for itself: it is a method of this module, too.
    define_method(:clock_gettime, Process.instance_method(:clock_gettime))

    def note_fork(in_child)
      @has_forked = true
      @left = @slices = 0 if in_child
    end

    def main(count)
      first = count ? fork_workers(count.to_i) : 3
      @requests = IO.for_fd(first, "rb")
      @replies = IO.for_fd(first + 1, "wb")
      @requests.close_on_exec = @replies.close_on_exec = true
      @host = $$
      Process.singleton_class.prepend(Fork)
      open_counters
      @clock = Array.new(1001, 0)
      greet(count)
      while (line = @requests.gets("\n"))
        break if serve(read_json(line)) == :bye
      end
    rescue Errno::EBADF
      end_without_pipe
    end

    # Nobody can be told but by the error output.
    def end_without_pipe
      STDERR.syswrite("the code closed the descriptors of the worker\n")
    ensure
      exit!(1)
    end

    def greet(count)
      pid = count ? ",\"pid\":#{@host}" : ""
      jit = defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled? ? ",\"jit\":true" : ""
      absent = @absent.map { |metric, reason| "\"#{metric}\":#{json_text(reason)}" }.join(",")
      reply("{\"type\":\"hello\",\"protocol\":1,\"worker\":\"ruby #{RUBY_VERSION}\"#{pid}#{jit},\"absent\":{#{absent}}}")
    end

    def serve(request)
      type = request["type"]
      case
      when type == "prepare" then prepare(request["case"])
      when type == "bye" then tear_down
      when type == "answer" && @code then answer(request["check"])
      when type == "run" && @code then sample(request["iterations"], request["slices"] || 1, request["bare"])
      else fail("protocol", "#{type} cannot be done now")
      end
    end

    def prepare(given)
      @code = @teardown = @before_each = nil
      GC.enable if @collector == "off"
      @collector = "on"
      return fail("protocol", "a case of kind #{given["kind"]} is not for a language") if given["kind"] != "snippet"

      collector = given["gc"] || "on"
      return fail("protocol", "Ruby's collector cannot be #{collector}") unless %w[on off before].include?(collector)
      return unless modules?(given["needs"])

      scope = TOPLEVEL_BINDING.dup
      return unless parameters?(scope, given["params"])

      functions = compiled(scope, given["parts"])
      return unless closed?(functions, given["parts"])

      @code, @teardown, @before_each = functions
      variables = given["params"].keys.grep_v(/\A[A-Z]/)
      @values = -> { variables.to_h { |name| [name, scope.local_variable_get(name).dup] } }
      @clock_cost = @before_each ? cost_of_nothing : cost_of_slice
      @collector = collector
      if collector == "off"
        GC.start
        GC.disable
      end
      reply('{"type":"prepared"}')
    rescue SystemExit, SignalException
      raise
    rescue Exception => error
      fail(*error_in_words(of_compiling?(error) ? "compile" : "died", error))
    end

    def modules?(needs)
      needs.each do |name|
        require name
      rescue LoadError => error
        fail(*(error.path == name ? ["missing", name] : ["died", "#{name} does not load: #{error.message}"]))
        return false
      end
      true
    end

    # Whether all names can be given to their values: names in capitals are constants in Ruby.
    def parameters?(scope, params)
      params.each do |name, value|
        if name.match?(/\A[A-Z]/)
          raise NameError, name if Object.const_defined?(name) && !Array(@constants).include?(name)

          Object.send(:remove_const, name) if Object.const_defined?(name, false)
          Object.const_set(name, value.freeze)
          @constants = [*@constants, name]
        else
          scope.local_variable_set(name, value)
          scope.eval("#{name} = #{name}")
        end
      rescue NameError, SyntaxError
        fail("compile", "Ruby has no variable of the name #{name}")
        return false
      end
      true
    end

    # The functions of a snippet. Its parts are evaluated one after the other in one scope, each with lines of its own.
    def compiled(scope, parts)
      evaluated = lambda do |part, text, line|
        comment = frozen(parts, part)
        scope.eval(comment ? "#{comment}\n#{text}" : text, "cmpthese:#{part}", comment ? line - 1 : line)
      end
      %w[prelude setup variant_setup].each { |part| evaluated.(part, parts[part], 1) if parts[part] }
      FUNCTIONS.map do |part|
        evaluated.(part, "lambda do\n#{parts[part]}\nend", 0) if there?(parts, part)
      end
    end

    # Whether there is such a function; without code it is empty.
    def there?(parts, part)
      part == "code" || !parts.fetch(part, "").empty?
    end

    # Whether each part is a function: one with an `end` too many, and what makes up for it, is something else.
    def closed?(functions, parts)
      part, = FUNCTIONS.zip(functions).find { |name, function| there?(parts, name) && !function.is_a?(Proc) }
      return true unless part

      fail("compile", "an `end` too many", part, [parts.fetch(part, "").lines.length, 1].max)
      false
    end

    # The comment `frozen_string_literal` that a part begins with, or the prelude: it counts in the first lines of a text alone.
    def frozen(parts, part)
      first = [part, "prelude"].filter_map { |name| parts.fetch(name, "")[/\A(?:\s*#.*$)+/] }
      first.filter_map { |comments| comments[/^.*frozen[_-]string[_-]literal *:.*$/i] }.first
    end

    def tear_down
      @teardown&.call
    rescue Exception # the worker ends all the same
    ensure
      reply('{"type":"bye"}')
      return :bye
    end

    # ---- batches ----

    # Keeps the value until the next call. The inner loop holds nothing else: its cost is that of the empty snippet, which is
    # measured as a variant of its own. The clock is read between slices, into places that are there already.
    def time_slices(slice, count)
      value = nil
      @slices = count
      next_reading = 1
      read_usage(0)
      @clock[0] = clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      while (@slices -= 1) >= 0
        @left = slice
        while (@left -= 1) >= 0
          value = yield
        end
        @clock[next_reading] = clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
        next_reading += 1
      end
      read_usage(1)
      value
    end

    # Gives value, times of slices, the time that it was delayed, and what the counters say unless it is bare.
    def in_one_go(slice, count, bare)
      @has_forked = false
      before = readings unless bare
      value = time_slices(slice, count, &@code)
      after = readings unless bare
      elapsed = (1..count).map { |index| @clock[index] - @clock[index - 1] }
      [value, elapsed.map { |time| without_clock(time) }, delayed(elapsed.sum), bare ? [] : difference(before, after)]
    end

    # With something that runs before each iteration and is in none of the times and counters.
    def each_by_itself(slice, count, bare)
      value = nil
      sums = []
      times = []
      @slices = count
      while (@slices -= 1) >= 0
        time = 0
        @left = slice
        while (@left -= 1) >= 0
          @before_each.call
          before = readings unless bare
          value, took = time_one(&@code)
          sums = added(sums, difference(before, readings)) unless bare
          time += without_clock(took)
        end
        times << time
      end
      [value, times, nil, sums]
    end

    def time_one
      start = clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
      value = yield
      [value, clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start]
    end

    # The peak of memory is a level.
    def added(sums, more)
      more.each_with_index.map { |number, index| @metrics[index] == "peak_rss_bytes" ? number : number + (sums[index] || 0) }
    end

    def without_clock(time)
      time > @clock_cost ? time - @clock_cost : 0
    end

    # The part of a batch in which it could have run and others had the CPU. It is not known of who waits of its own accord, or has
    # several threads, nor of who forked: a child that is gone may have had it.
    def delayed(wall)
      cpu, switches = spent
      [wall - cpu, 0].max if cpu && !@has_forked && switches.zero?
    end

    def cost_of_slice
      time_slices(0, TRIES, &@code)
      (1..TRIES).map { |index| @clock[index] - @clock[index - 1] }.min
    end

    def cost_of_nothing
      Array.new(TRIES) do
        start = clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)
        clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) - start
      end.min
    end

    # What a batch gave, or nothing: then it has been told what went wrong.
    def batch(iterations, slices, bare)
      slice = iterations / slices
      @before_each ? each_by_itself(slice, slices, bare) : in_one_go(slice, slices, bare)
    rescue SystemExit, SignalException
      raise
    rescue Exception => error
      fail(*error_in_words("died", error))
      nil
    end

    def answer(check)
      given = @before_each ? {} : @values.call # it may put them back
      value, went_well = batch(1, 1, true)
      return unless went_well

      left = @values.call
      changed, = given.find { |name, before| !before.equal?(left[name]) && !before.eql?(left[name]) }
      return fail("died", "the code changes the parameter #{changed}: the next iteration would begin with another one") if changed

      answer = Answer.new(check).of(value)
      digest = answer.digest ? "\"digest\":\"#{answer.digest}\"," : ""
      reply("{\"type\":\"answer\",#{digest}\"length\":#{answer.length},\"head\":#{json_text(answer.head)}}")
    rescue StandardError, SystemStackError => error
      fail(*error_in_words("died", error))
    end

    def sample(iterations, slices, bare)
      return fail("protocol", "no slices of equally many iterations") unless (iterations % slices).zero?

      @reading_cost ||= cost_of_reading unless bare
      GC.start if @collector == "before"
      _, times, lost, numbers = batch(iterations, slices, bare)
      return unless times

      wall = times.sum
      fields = { "wall_ns" => wall, "delayed_ns" => lost && [lost, wall].min }.merge(@metrics.zip(numbers).to_h).compact
      each = slices > 1 ? ",\"slices_ns\":[#{times.join(",")}]" : ""
      shown = fields.map { |metric, number| "\"#{metric}\":#{number}" }.join(",")
      reply("{\"type\":\"sample\",\"iterations\":#{iterations},\"readings\":{#{shown}}#{each}}")
    end

    # ---- replies ----

    def fail(kind, message, part = nil, line = nil)
      place = part ? ",\"part\":\"#{part}\",\"line\":#{line}" : ""
      reply("{\"type\":\"error\",\"kind\":\"#{kind}\",\"message\":#{json_text(message[0, MESSAGE_MAX])}#{place}}")
    end

    def reply(text)
      exit!(0) if $$ != @host # a child that the snippet forked and that ran on into the host
      rest ||= "#{text}\n".b
      rest = rest.byteslice(@replies.syswrite(rest)..) until rest.empty?
    rescue Errno::EINTR
      retry
    rescue Errno::EBADF
      end_without_pipe
    rescue SystemCallError
      exit!(1)
    end
  end
end

%w[gems system messages answers errors].each { |name| require_relative name }
CmptheseHost.main(ARGV.shift)
