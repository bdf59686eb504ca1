use strict;
use warnings;
use Benchmark qw(cmpthese timethese timethis);

# No count, and results in the place of code; one variant alone; none; code that does not compile; an odd count.
my $results = timethese(-0.1, { only => sub { my @a = 1 .. 100 } });
print ref $results->{only}, "\n";
{
    no warnings;
    eval { cmpthese(undef, $results) };
}
print $@ ? "usage\n" : "no error\n";
cmpthese($results);
eval { cmpthese(-0.1, { right => 'my @a = 1 .. 100', 'a wrong one' => 'my @a = ;' }) };
print $@ =~ /unable to compile/ ? "does not compile\n" : "compiles: $@\n";
eval { timethese(1.5, { one => '1', two => '2' }) };
print $@ =~ /non-integer loopcount/ ? "no whole number\n" : "whole: $@\n";
eval { cmpthese(-0.1, { lives => sub { my @a = 1 .. 100 }, dies => sub { die "in the variant\n" } }, 'none') };
print $@;
