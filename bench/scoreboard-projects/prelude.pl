# The works as functions for snippets in Perl.
our ($state, $at, $count, @next) = (1, 0, 0, map { ($_ * 25173 + 13849) % 65536 } 0 .. 65535);
sub cpu { $state = ($state * 25173 + 13849) & 0xffff for 1 .. $_[0]; 0 }
# Of an odd number of units, that less one is the mean of what varies: one call in 500 takes what the others leave.
sub varying {
    my $mean = $_[0] & ~1;
    my $usual = int $mean * 7 / 10;
    cpu($_[0] == $mean ? $mean : ++$count % 500 ? $usual : 500 * $mean - 499 * $usual);
}
sub memory { $at = $next[$at] for 1 .. $_[0]; 0 }
sub calls { getppid() for 1 .. $_[0]; 0 }
