package Benchmark::Cmpthese::Objects;

# The objects of Benchmark that a comparison gives. Who calls it has loaded Benchmark and Time::HiRes.

use strict;
use warnings;

# Adds them: as many iterations as were asked for, or as fit into the seconds. CPU time shares the elapsed time as it did when it was measured; of
# iterations that all ran here it is no more than this process used: code may wait.
sub add {
    my ($run, $seconds) = @_;
    my $is_exact = defined &Time::HiRes::time && \&Benchmark::mytime == \&Time::HiRes::time;    # :hireswallclock
    for my $index (keys @{ $run->{ns} || [] }) {
        my $ns    = $run->{ns}[$index];
        my $count = $seconds ? 1 + int($seconds * 1e9 / ($ns || 1e300)) : $run->{iterations}[$index];    # no less than the seconds
        my @parts = @{ $run->{times}[$index] };
        my $own   = $run->{own_ns}[$index] || [];
        @parts[0, 1] = map { $_ / 1e9 } @$own if @$own;
        @parts[0, 1] = ($parts[0] + $parts[1], 0) if $seconds && !@$own;    # one call does not tell the two apart
        my $sum   = 0;
        $sum += $_ for @parts;
        my $real  = $count * $ns / 1e9;
        my $scale = $real / ($sum > 0 ? $sum : 1);
        if    ($sum <= 0)               { @parts = (1, 0, 0, 0) }
        elsif (!$seconds && $scale > 1) { $scale = 1 }
        my @times = ($is_exact ? $real : int($real + 0.5), map { $_ * $scale } @parts);
        $run->{objects}{ $run->{names}[$index] } = bless [@times, $count], 'Benchmark';
    }
    return $run;
}

1;
