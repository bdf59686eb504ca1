use strict;
use warnings;
use threads;
use Benchmark qw(cmpthese timethese);

# Variants that start threads, and programs.
my $results = timethese(3, {
    thread  => sub { threads->create(sub { return 1 })->join },
    program => sub { system('true') == 0 or die "true: $?" },
}, 'none');
print join(' ', sort keys %$results), "\n";
cmpthese(-0.1, { one => sub { my @a = map { $_ * 2 } 1 .. 99 }, two => sub { my @a; push @a, $_ * 2 for 1 .. 99 } });
print threads->list, " threads\n";
