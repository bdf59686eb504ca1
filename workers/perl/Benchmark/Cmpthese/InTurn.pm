package Benchmark::Cmpthese::InTurn;

# The stopwatch of Benchmark::Cmpthese where a script cannot be forked, or may look at what its counts did: everything runs in turn in this
# process. Who calls it has loaded Time::HiRes and Benchmark::Cmpthese.

use strict;
use warnings;
use Config;

# How often everything has its turn.
my $ROUNDS = 60;

# So many iterations of each in all, in rounds: a list of what each has in a round.
sub shares {
    my ($run, $subs, $count) = @_;
    my $rounds = $count < $ROUNDS ? $count : $ROUNDS;
    return [map { my $round = $_; [map { int($count * ($round + 1) / $rounds) - int($count * $round / $rounds) } @$subs] } 0 .. $rounds - 1];
}

# The same for so many seconds of each.
sub shares_of_time {
    my ($run, $subs, $seconds) = @_;
    my @counts = map { $run->{index} = $_; iterations_of($subs->[$_], $seconds * 1e9 / $ROUNDS) } keys @$subs;
    my $longest = (sort { $b <=> $a } map { $_->[1] } @counts)[0];
    my $rounds  = int($seconds * 1e9 / $longest);
    $rounds = $rounds < 3 ? 3 : $rounds > $ROUNDS ? $ROUNDS : $rounds;
    return [([map { $_->[0] } @counts]) x $rounds];
}

# How many iterations of a sub take so many nanoseconds, at least one; and what those take.
sub iterations_of {
    my ($sub, $target) = @_;
    my $count = 1;
    while (1) {
        my $ns = run_batch($sub, $count) || 1;
        return ($count = int($count * $target / $ns) || 1) && [$count, $ns > $target ? $ns : $target] if $ns > $target / 4;
        $count *= $ns < $target / 40 ? 10 : 4;
    }
}

# Runs everything in turn, in a random order in each round, or as it is given, because one may need what another did: that is how Benchmark
# runs them. The empty sub is called as often as the others: what a batch takes by itself, however few its iterations are, is then in both.
# The result is a line for each batch: its round, whose it is (`-`: an empty sub), iterations, nanoseconds, and those of them in which others
# had the CPU. Whoever looks at it while this runs finds the lines so far in the run, and whose turn it is.
sub in_turn {
    my ($run, $subs, $shares, $is_as_given) = @_;
    my @all   = (@$subs, $Benchmark::Cmpthese::nothing);
    my $state = 1;
    $run->{lines} = \my @lines;
    for my $round (keys @$shares) {
        my @counts = @{ $shares->[$round] };
        my ($most) = sort { $b <=> $a } @counts;
        my @order = keys @all;
        my ($first, $is_known) = (scalar @lines, 1);
        for my $last ($is_as_given ? () : reverse 1 .. $#order) {    # Fisher and Yates; the script's rand is its own
            $state = ($state * 1103515245 + 12345) % 2**31;
            my $other = int($state / 2**31 * ($last + 1));
            @order[$last, $other] = @order[$other, $last];
        }
        for my $index (@order) {
            my $is_empty = $index == @$subs;
            my $count    = $is_empty ? $most : $counts[$index];
            $run->{index} = $index;
            my @before   = cpu_times();
            my $ns       = run_batch($all[$index], $count);
            my @after    = cpu_times();
            my $lost     = delayed($ns, \@before, \@after);
            push @lines, join "\t", $round, $is_empty ? '-' : $index, $count, $ns, $lost // 0;
            $is_known &&= defined $lost;
            next if $is_empty;
            $run->{iterations}[$index] += $count;
            $run->{times}[$index][$_] += $after[$_] - $before[$_] for 0 .. 3;
        }
        # What others had is taken off all of a round or none.
        s/\d+$/0/ for $is_known ? () : @lines[ $first .. $#lines ];
    }
    return \@lines;
}

# The number of getrusage(2), where it is known: times(2), which `times` calls, has steps of 10 ms.
my $GETRUSAGE = { x86_64 => 98, aarch64 => 165 }->{ $Config::Config{archname} =~ /^(\w+?)-linux/ ? $1 : '' };

# What `times` gives: user and system time of this process, and of its children that have ended, in seconds. Then, where it is known, how often
# this process has waited of its own accord.
sub cpu_times {
    my (@seconds, @waits);
    for my $who ($GETRUSAGE ? (0, -1) : ()) {
        my $usage = "\0" x 144;
        return times if syscall $GETRUSAGE, $who, $usage;
        my @parts = unpack 'q18', $usage;
        push @waits,   $parts[16];    # ru_nvcsw
        push @seconds, $parts[0] + $parts[1] / 1e6, $parts[2] + $parts[3] / 1e6;
    }
    return @seconds ? (@seconds, $waits[0]) : times;
}

# The part of a batch in which it could have run and others had the CPU, as the host of the language finds it (counters.pl); undefined where it is not known.
sub delayed {
    my ($ns, $before, $after) = @_;
    return undef if !defined $after->[4] || $after->[4] != $before->[4];
    my $lost = int($ns - 1e9 * ($after->[0] + $after->[1] - $before->[0] - $before->[1]));
    return $lost > 0 ? $lost < $ns ? $lost : $ns : 0;
}

# Nanoseconds of an iteration of each, less what an empty sub takes; where nothing is left, one, the step of the clock: scripts divide by the
# times of their objects.
sub means {
    my ($lines) = @_;
    my (%count, %ns);
    for (map { [split /\t/] } @$lines) {
        $count{ $_->[1] } += $_->[2];
        $ns{ $_->[1] }    += $_->[3] - $_->[4];
    }
    my $empty = $count{'-'} ? $ns{'-'} / $count{'-'} : 0;
    return [map { my $mean = $ns{$_} / $count{$_} - $empty; $mean > 1 ? $mean : 1 } sort { $a <=> $b } grep { $_ ne '-' } keys %ns];
}

# The loop, which is compiled in the package of the script; a block in it is there for next and last to leave.
my $LOOP = q[sub {
    my ($sub, $left) = @_;
    my $begun = Time::HiRes::clock_gettime(1);    # CLOCK_MONOTONIC
    while ($left > 0) {
        $left--;
        { local $_; $sub->() }
    }
    return int(1e9 * (Time::HiRes::clock_gettime(1) - $begun));
}];
my %loop_of;

sub run_batch {
    my $package = $Benchmark::Cmpthese::package;
    $loop_of{$package} ||= Benchmark::Cmpthese::Code::compile("package $package; $LOOP");
    return $loop_of{$package}->(@_);
}

1;
