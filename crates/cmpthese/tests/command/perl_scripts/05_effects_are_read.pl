use strict;
use warnings;
use Benchmark qw(timethese);

# What the variants did is read afterwards.
my (@sorted, @shuffled, $calls, %seen);
my @numbers = map { $_ * 37 % 101 } 1 .. 60;
timethese(300, {
    sort    => sub { @sorted = sort { $a <=> $b } @numbers; $calls++ },
    reverse => sub { @shuffled = reverse sort { $b <=> $a } @numbers; $seen{reverse}++ },
});
print "@sorted[0 .. 5] $sorted[-1]\n";
print "$calls $seen{reverse} @shuffled[0, 1]\n";
my $once;
timethese(-0.1, { a => sub { @sorted = sort @numbers }, b => sub { $once = "done" } }, 'none');
print "$once $sorted[1]\n";
