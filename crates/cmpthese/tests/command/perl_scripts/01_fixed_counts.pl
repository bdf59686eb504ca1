use strict;
use warnings;
use Benchmark qw(cmpthese);

# Fixed counts, in a loop over sizes.
for my $size (20, 60) {
    my $text = join ',', 1 .. $size;
    my $rows = cmpthese(2000, {
        split  => sub { my @parts = split /,/, $text; scalar @parts },
        regexp => sub { my @parts = $text =~ /([^,]+)/g; scalar @parts },
    });
    print "$size: ", join(' ', sort map { $_->[0] } @$rows), "\n";
}
