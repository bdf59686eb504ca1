package Store;
my %store = map { $_ => $_ ** 2 } 1 .. 100;
sub fetch { return $store{ $_[1] } }

package main;
use strict;
use Benchmark;

# The count comes from the command line, the closures reach into another package, and nothing is kept.
my %tests = (
    method   => sub { my $sum = 0; $sum += Store->fetch($_) for 1 .. 100 },
    function => sub { my $sum = 0; $sum += Store::fetch(undef, $_) for 1 .. 100 },
    'in a string' => 'my $sum = 0; $sum += Store->fetch($_) for 1 .. 100; $main::called++',
);
timethese($ARGV[0] || -1, {%tests});
print $main::called > 0 ? "called\n" : "never called\n";
