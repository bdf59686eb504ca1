use strict;
use warnings;
use Benchmark qw(cmpthese);

# Arguments, the separator of lines, and a handler of its own: the code finds them as the script left them.
undef $/;
my $reaped = 0;
$SIG{CHLD} = sub { $reaped++ };
my $is_there = sub { "@ARGV" eq 'an argument' && !defined $/ && ref $SIG{CHLD} or die "not as the script left it\n" };
cmpthese(-0.1, {
    one => sub { $is_there->(); my @a = 1 .. 50 },
    two => sub { $is_there->(); my @b = (1) x 50 },
});
print "@ARGV\n";
