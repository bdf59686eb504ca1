# Two snippets by Benchmark.pm: benchmark.pl SECONDS PRELUDE A B. Its table, then what the table was made of.
use strict;
use warnings;
use Benchmark qw(timethese cmpthese);

my ($seconds, $prelude, $first, $second) = @ARGV;
do $prelude or die "$prelude: ", $@ || $!;
my $results = timethese(-$seconds, { A => $first, B => $second }, 'none');
cmpthese($results);
printf "%s: %d in %.9g s\n", $_, $results->{$_}->iters, $results->{$_}->elapsed('') for qw(A B);
