package Benchmark::Cmpthese::Code;

# First of all, where no variable of this file is in scope and nothing is strict: code in a string sees the script's package alone.
sub compile { return eval $_[0] }

# Texts of a script that Benchmark::Cmpthese compares.

use strict;
use warnings;

# A text as a sub of a package; undefined where Benchmark has to say what is wrong. Under Benchmark it stands in a loop: `next` leaves that without
# a warning, and its last statement has no context of a caller. There perl sorts and reverses an array in place, increments without a copy, and warns of what
# is of no use; so something stands behind it here, which `nothing` has, too.
sub compiled {
    my ($package, $text) = @_;
    return compile("package $package; no warnings 'exiting'; sub { $text\n; () }");
}

# What is taken off: a call that does nothing, of texts what stands behind each. Where subs and texts are compared with each other it is that of a sub.
sub nothing {
    my ($are_texts) = @_;
    return $are_texts ? sub { ; () } : sub { };
}

1;
