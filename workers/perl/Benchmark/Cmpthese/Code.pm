package Benchmark::Cmpthese::Code;

# First of all, where no variable of this file is in scope and nothing is strict: code in a string sees the script's package alone.
sub compile { return eval $_[0] }

# Texts of a script that Benchmark::Cmpthese compares.

use strict;
use warnings;

# A text as a sub of a package; undefined where Benchmark has to say what is wrong. Under Benchmark it stands in a loop: `next` leaves that without
# a warning, and what is of no use there is warned of. That is not so at the end of a sub, and a statement behind it would take time, so
# the text is compiled with one first, for its warnings.
sub compiled {
    my ($package, $text) = @_;
    my $head = "package $package; no warnings 'exiting'; sub { $text\n";
    return compile("$head}") if !$^W && $text !~ /\bwarnings\b/;
    my $loop = compile("$head; () }");
    local $SIG{__WARN__} = sub { };
    return $loop && compile("$head}");
}

1;
