use strict;
use warnings;
use Benchmark;

# The stopwatch.
my $start = Benchmark->new;
my $sum = 0;
$sum += $_ for 1 .. 300_000;
my $took = timediff(Benchmark->new, $start);
print "$sum took: ", timestr($took, 'noc'), "\n";
printf "%s %d %s\n", ref $took, scalar @$took, $took->cpu_a >= 0 ? 'right' : 'wrong';
