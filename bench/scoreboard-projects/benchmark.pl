# Two snippets by Benchmark.pm: benchmark.pl SECONDS PRELUDE A B. Its table, then what the table was made of.
use strict;
use warnings;
use Benchmark qw(timethese cmpthese);

my ($seconds, $prelude, %code) = (@ARGV[0, 1], A => $ARGV[2], B => $ARGV[3]);
# Each has what both share for itself, as it has in a process of its own.
sub compiled { eval "no strict; no warnings; package Of$_[0]; $_[1]\nsub {\n$_[2]\n}" or die $@ }
my $results = timethese(-$seconds, { map { $_ => compiled($_, $prelude, $code{$_}) } qw(A B) }, 'none');
cmpthese($results);
printf "%s: %d in %.9g s\n", $_, $results->{$_}->iters, $results->{$_}->elapsed('') for qw(A B);
