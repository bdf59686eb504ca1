use strict;
use warnings;

# Loaded late, called by its whole name.
sub compare {
    require Benchmark;
    my %ways = @_;
    return Benchmark::cmpthese(-0.1, \%ways);
}

my @words = map { "word$_" } 1 .. 50;
print "before\n";
my $rows = compare(join => sub { my $all = join ' ', @words }, interpolate => sub { my $all = "@words" });
printf "%d rows, %d columns, %s\n", scalar @$rows, scalar @{ $rows->[0] }, $rows->[0][1] =~ m{Rate|s/iter} ? 'a heading' : '?';
