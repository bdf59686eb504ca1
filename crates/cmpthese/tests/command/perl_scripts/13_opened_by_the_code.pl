use strict;
use warnings;
use Socket;
use Benchmark qw(cmpthese);

# One connection, which is made when it is needed for the first time.
my $socket;
cmpthese(-0.1, {
    connected => sub {
        $socket or socket $socket, AF_UNIX, SOCK_DGRAM, PF_UNSPEC or die "socket: $!";
        return fileno $socket;
    },
    alone => sub { my @a = 1 .. 50 },
});
print fileno $socket > 2 ? "connected\n" : "not connected\n";
