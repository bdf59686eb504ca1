# Copies standard input to standard output: copy.pl [BYTES]

use strict;
use warnings;

my $bytes = @ARGV ? shift : 4096;
binmode STDIN;
binmode STDOUT;

while (1) {
    my $got = sysread STDIN, my $piece, $bytes;
    defined $got or die "sysread: $!\n";
    $got or last;
    for (my $done = 0; $done < $got;) {
        $done += syswrite(STDOUT, $piece, $got - $done, $done) // die "syswrite: $!\n";
    }
}
