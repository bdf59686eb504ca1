# Errors in words, with the place in the snippet; compiled by the host with the first error, and loads nothing, because a snippet
# may have left no descriptor to load it with.
package Cmpthese::Host;

our $compiled;    # of the host

# What `fail` is told of a snippet that perl did not compile, or that left its parts before the code.
sub error_of_compiling {
    my ($parts, $error) = @_;
    my $said = ref $error || length $error;
    return error_in_words('died', $error) if $said && $compiled;
    for my $part (qw(prelude setup variant_setup code teardown before_each)) {
        my ($before, $word) = ($parts->{$part} // '') =~ /\A(.*?)^(__(?:END|DATA)__)$/ms or next;
        return ('compile', "$word hides all that comes after it: leave it out", $part, 1 + $before =~ tr/\n//);
    }
    return error_in_words('compile', $said ? $error : 'the prelude or the setup leaves the snippet with return, next or last');
}

# What `fail` is told of an error in the words of perl: part and line are taken out of `at cmpthese:PART line N`.
sub error_in_words {
    my ($kind, $error) = @_;
    my $class = ref $error;
    my $text  = eval { "$error" };
    my $says_nothing = !defined $text || length $class && $text =~ /\A(?:\Q$class\E=)?[A-Z]+\(0x[0-9a-f]+\)\z/;
    $text = "an exception of class $class" if $says_nothing;
    my ($part, $line) = $text =~ /at cmpthese:(prelude|setup|variant_setup|code|teardown|before_each) line (\d{1,9})\b/;
    $text =~ s/, <\$requests> (?:line|chunk) \d+//g;    # what the host read last
    $text =~ s/ at cmpthese:\w+ line \d+(?:, (?:near|at end of line))?/defined $part ? '' : $&/e;
    $text =~ s/ at cmpthese:(\w+) line (\d+)/ at line $2 of the $1/g;
    $text =~ s/\.?\s+\z//;
    return ($kind, $text, $part, $line);
}
