# The clock and the counters: clock_gettime(2) through syscall, because Time::HiRes takes longer to load than all of the host;
# getrusage(2) likewise, because no core module offers it; and /proc/self/io.
package Cmpthese::Host;

BEGIN { $^H |= 0x602; ${^WARNING_BITS} = '' }    # use strict; no warnings: without their modules

our (%number, %absent);
our @metrics;        # what is read besides the clock, in the order of `numbers`
my @usage;           # getrusage(2) before and after a batch: texts that are there before it begins
my @reading_cost;    # what reading the counters itself adds to them; nothing until it is known
my ($rusage_call, $clock_call, $io) = find_counters();
push @usage, "\0" x 144 while $rusage_call && @usage < 2;

sub find_counters {
    my @of_rusage = qw(peak_rss_bytes user_ns sys_ns minor_faults major_faults blocks_in blocks_out voluntary_switches involuntary_switches);
    my @of_io     = qw(read_bytes write_bytes read_calls write_calls);
    my ($call, $clock) = @number{qw(getrusage clock_gettime)};
    $absent{$_} = 'Perl counts references, and has no collector' for qw(collections collection_ns);
    $absent{compilation_ns} = 'nothing is compiled while it runs';
    require Time::HiRes if !defined $clock;
    if (!defined $call) {
        $absent{$_} = 'no known number of getrusage(2) for this perl' for @of_rusage;
    }
    my $file;
    if (!open $file, '<:raw', '/proc/self/io') {
        $absent{$_} = "/proc/self/io: $!" for @of_io;
        undef $file;
    }
    @metrics = (defined $call ? @of_rusage : (), defined $file ? @of_io : ());
    return ($call, $clock, $file);
}

# CLOCK_MONOTONIC, raw, into the variable that is passed.
sub read_clock {
    if   ($clock_call) { syscall $clock_call, 1, $_[0] }
    else               { $_[0] = pack 'q2', split /\./, sprintf '%.9f', Time::HiRes::clock_gettime(1) }
}

# Nanoseconds between two readings of the clock.
sub between {
    my ($s1, $ns1, $s2, $ns2) = unpack 'q*', $_[0] . $_[1];
    return ($s2 - $s1) * 1_000_000_000 + $ns2 - $ns1;
}

# getrusage(2) before (0) or after (1) a batch.
sub read_usage { syscall $rusage_call, 0, $usage[$_[0]] if $rusage_call }

# The part of a batch of such slices in which it could have run and others had the CPU; undefined where it is not known: of who waits for
# something of its own accord, or has several threads.
sub delayed {
    my ($slices_ns) = @_;
    return undef if !$rusage_call;
    my ($before, $after) = map [unpack 'q18', $_], @usage;
    return undef if $after->[16] != $before->[16];    # ru_nvcsw
    my ($seconds, $micros) = map $after->[$_] + $after->[$_ + 2] - $before->[$_] - $before->[$_ + 2], 0, 1;
    my $lost = -$seconds * 1_000_000_000 - $micros * 1000;
    $lost += $_ for @{$slices_ns};
    return $lost > 0 ? $lost : 0;
}

# The raw texts, so that nothing is computed next to the timed region.
sub readings {
    my ($rusage, $counts) = ("\0" x 144, '');
    if ($io)          { sysseek $io, 0, 0; sysread $io, $counts, 512 }
    if ($rusage_call) { syscall $rusage_call, 0, $rusage }
    return ($rusage, $counts);
}

# Lists, not tables: after each batch this is run with caches that the snippet has filled, and takes several times what it takes in a loop.
sub difference {
    my ($before, $after) = @_;
    my @first      = numbers(@$before);
    my @last       = numbers(@$after);
    my @difference = map { $last[$_] - $first[$_] } 0 .. $#last;
    for (0 .. $#reading_cost) {
        $difference[$_] -= $reading_cost[$_] < $difference[$_] ? $reading_cost[$_] : $difference[$_];
    }
    $difference[0] = $last[0] if $rusage_call;    # the peak of memory is a level
    return \@difference;
}

# Adds what happened between two readings; the peak of memory is a level.
sub add_readings {
    my ($sums, $before, $after) = @_;
    my $more = difference($before, $after);
    for (0 .. $#$more) {
        $sums->[$_] = $more->[$_] + ($_ == 0 && $rusage_call ? 0 : $sums->[$_] // 0);
    }
}

# What the raw texts say, in the order of the names of metrics.
sub numbers {
    my ($rusage, $counts) = @_;
    my @numbers;
    if ($rusage_call) {
        my @field = unpack 'q18', $rusage;
        @numbers = (
            $field[4] * 1024,
            $field[0] * 1_000_000_000 + $field[1] * 1000,
            $field[2] * 1_000_000_000 + $field[3] * 1000,
            @field[8, 9, 11, 12, 16, 17]
        );
    }
    push @numbers, $counts =~ /rchar: (\d+)\nwchar: (\d+)\nsyscr: (\d+)\nsyscw: (\d+)/ if $io;
    return @numbers;
}

sub forget_reading_cost { @reading_cost = () }

sub know_reading_cost { @reading_cost = null_readings() if !@reading_cost }

# What reading the counters itself adds to them: the least of a few readings with nothing in between.
sub null_readings {
    my @least;
    for (1 .. 3) {
        my @before = readings();
        my @after  = readings();
        my @cost   = @{ difference(\@before, \@after) };
        for (0 .. $#cost) {
            $least[$_] = $cost[$_] if !defined $least[$_] || $cost[$_] < $least[$_];
        }
    }
    return @least;
}
