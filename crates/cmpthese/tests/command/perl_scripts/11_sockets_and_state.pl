package Counter;
sub TIESCALAR { my $value = 0; return bless \$value }
sub FETCH { return ${ $_[0] }++ }

package main;
use strict;
use warnings;
use Socket;
use IO::Handle;
use Benchmark qw(cmpthese timethese);

# A connection that is open, a tie, a counter, numbers that are drawn from a seed.
srand 1;
my @before = map { int rand 100 } 1 .. 3;
socketpair(my $near, my $far, AF_UNIX, SOCK_STREAM, PF_UNSPEC) or die "socketpair: $!";
$_->autoflush for $near, $far;
tie my $tied, 'Counter';
my $i = 0;
cmpthese(-0.1, {
    ask  => sub { print $near "x\n"; my $line = <$far>; print $far $line; my $answer = <$near>; $i++ },
    tied => sub { my $sum = 0; $sum += $tied for 1 .. 50; $i++ },
});
print $near "after\n";
print 'the other end reads: ', scalar <$far>;
print $i > 2 ? "counted\n" : "counted to $i\n";
my @after = map { int rand 100 } 1 .. 3;
srand 1;
my @again = map { int rand 100 } 1 .. 6;
print "@before @after" eq "@again" ? "the same numbers\n" : "other numbers\n";
