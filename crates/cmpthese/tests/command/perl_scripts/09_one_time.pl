use strict;
use warnings;
use Benchmark qw(timeit timestr countit timethis);

# The time of one call, in a program that needs what it returned.
my $data;
my $took = timeit(1, sub { $data = join ',', map { $_ * 2 } 1 .. 2000 });
print length($data), ' ', $took->real < 10 ? 'soon' : 'late', ' ', $took->iters, "\n";
my $counted = countit(0.1, sub { my @a = 1 .. 500 });
print $counted->iters > 10 ? "many\n" : "few\n";
timethis(20000, sub { my @a = 1 .. 300 }, 'a title');
