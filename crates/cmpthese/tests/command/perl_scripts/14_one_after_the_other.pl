use strict;
use warnings;
use Benchmark qw(timethese);

# Each needs what the one before it did.
my (%store, $missed);
my ($inserted, $looked, $deleted) = (0, 0, 0);
timethese(200, {
    '1 insert' => sub { $store{ $inserted++ } = 1 },
    '2 look'   => sub { $missed++ if !$store{ $looked++ } },
    '3 delete' => sub { delete $store{ $deleted++ } or $missed++ },
});
print $missed ? "missed $missed\n" : "found all\n", scalar keys %store, " left\n";
