use strict;
use warnings;
use Test::More;
use Benchmark ':hireswallclock', qw(timethese cmpthese);

# A comparison within a test: its counter and what it does at its end.
my @list = map { $_ * 7 % 31 } 1 .. 40;
pass 'before';
my $results = timethese(-0.1, { sort => sub { my @new = sort { "$a" cmp "$b" } (@list) x 20 }, copy => sub { my @new = @list } }, 'none');
is_deeply [sort keys %$results], ['copy', 'sort'], 'the names';
isa_ok $_, 'Benchmark' for map $results->{$_}, sort keys %$results;
is scalar(@$_), 6, 'six elements' for map $results->{$_}, sort keys %$results;
my $rows = cmpthese($results, 'none');
is $rows->[1][0], 'sort', 'the slower one first';
cmp_ok $results->{copy}->iters / $results->{copy}->cpu_a, '>', $results->{sort}->iters / $results->{sort}->cpu_a, 'the rates';
END { print "# the end\n" }
done_testing;
