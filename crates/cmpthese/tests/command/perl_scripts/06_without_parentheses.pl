use strict;
use warnings;
use Benchmark qw(:all);

my $text = 'x' x 300;
cmpthese timethese -0.1 => {
    tr    => sub { (my $copy = $text) =~ tr/x/y/ },
    regex => sub { (my $copy = $text) =~ s/x/y/g },
};
timethese -0.1 => { tr => sub { my $count = $text =~ tr/x// }, regex => sub { my $count = () = $text =~ /x/g } };
print "done\n";
