# Errors in words, with the place in the snippet; compiled by the host with the first error, and loads nothing, because a snippet
# may have left no descriptor to load it with.
package Cmpthese::Host;

our $compiled;    # of the host
my @parts = qw(prelude setup variant_setup code teardown before_each);    # in their order in the snippet
my $open  = 'Missing right curly or square bracket ';

# What `fail` is told of a snippet that perl did not compile, or that left its parts before the code.
sub error_of_compiling {
    my ($parts, $error) = @_;
    my $said = ref $error || length $error;
    return error_in_words('died', $error) if $said && $compiled;
    for my $part (@parts) {
        my ($before, $word) = ($parts->{$part} // '') =~ /\A(.*?)^(__(?:END|DATA)__)$/ms or next;
        return ('compile', "$word hides all that comes after it: leave it out", $part, 1 + $before =~ tr/\n//);
    }
    my $is_open = !ref $error && $error =~ /^$open/m && $error =~ /\A(?:$open|syntax error at .*, near "=pod\n)/;
    return of_what_is_open($parts, $error) if $is_open;
    return error_in_words('compile', $said ? $error : 'the prelude or the setup leaves the snippet with return, next or last', $parts);
}

# What `fail` is told of a brace or bracket that is not closed, which perl notices at the end of the snippet: its part is the first behind
# which perl says the same where nothing follows. That is not tried where a part has a BEGIN, which would run again.
sub of_what_is_open {
    my ($parts, $error) = @_;
    my @there = grep { length($parts->{$_} // '') } @parts;
    my $runs = grep /\b(?:BEGIN|UNITCHECK)\b/, @$parts{@there};
    local $SIG{__DIE__};
    local $SIG{__WARN__} = sub { };
    my $text = '';
    for my $part ($runs ? () : @there) {
        $text .= text_of_part($parts, $part);
        compile("package main; sub {$text}");
        return error_in_words('compile', $@, $parts) if $@ =~ /\A$open/;
    }
    return error_in_words('compile', $error, $parts) if @there < 2 || $error !~ /\A$open/;
    return ('compile', 'a brace or bracket is not closed, in the code or in a part before it');
}

# What `fail` is told of an error in the words of perl: part and line are taken out of `at cmpthese:PART line N`. What perl misses at the end of a part it
# finds in lines of the host behind it.
sub error_in_words {
    my ($kind, $error, $parts) = @_;
    my $within = sub { my ($part, $line) = @_; my $last = $parts ? 1 + (($parts->{$part} // '') =~ s/\n\z//r) =~ tr/\n// : $line; $line < $last ? $line : $last };
    my $class = ref $error;
    my $text  = eval { "$error" };
    my $says_nothing = !defined $text || length $class && $text =~ /\A(?:\Q$class\E=)?[A-Z]+\(0x[0-9a-f]+\)\z/;
    $text = defined $text && $text !~ /=/ ? "it dies with a reference: $class" : "an exception of class $class" if $says_nothing;
    my ($part, $line) = $text =~ /at cmpthese:(prelude|setup|variant_setup|code|teardown|before_each) line (\d{1,9})\b/;
    $text =~ s/#line 1 "cmpthese:\w+"\n//g;
    $text =~ s/, <\$requests> (?:line|chunk) \d+//g;    # what the host read last
    $text =~ s/ at cmpthese:\w+ line \d+(?:, (?:near|at end of line))?/defined $part ? '' : $&/e;
    $text =~ s/ at cmpthese:(\w+) line (\d+)/' at line ' . $within->($1, $2) . " of the $1"/ge;
    $text =~ s/\.?\s+\z//;
    return ($kind, $text, $part, defined $part ? $within->($part, $line) : undef);
}

# Of code whose answer is undef: the line in which its last statement is a `sort`, or else 0, and what is noted then, where anything in the
# snippet sorts.
sub what_sorts_nothing {
    my ($parts) = @_;
    my $sorts = grep { defined $_ && /\bsort\b/ } @$parts{qw(prelude setup variant_setup code)};
    return (0, '') if !$sorts;
    my $note = 'its answer is undef: code is called in scalar context, where sort sorts nothing; write [ ... ] around what it gives';
    return (line_of_last_sort($parts->{code} // ''), $note);
}

# The line in which the last statement of a text begins with `sort`, or with `return sort`; 0 where it does not. Perl sorts nothing there:
# the context of code is scalar. A statement that these few expressions do not make out is left alone.
sub line_of_last_sort {
    my ($text) = @_;
    my $group = qr/([{(\[](?:[^][{}()]++|(?-1))*+[])}])/;
    my $block = qr/\s*(?:(?:for|foreach|while|until|if|elsif|else|unless|sub)\b[^{};]*)?\{(?:[^][{}()]++|$group)*+\}/;
    $text =~ s/(?:^|(?<=[\s;}]))#.*//gm;
    my $end = 1 + $text =~ tr/\n//;
    $end -= $& =~ tr/\n// if $text =~ s/[;\s]+\z//;
    $text =~ s/\A(?:(?:[^][{}();]++|$group)*+;)*+$block*+\s*//;
    $text =~ s/\Areturn\b\s*//;
    $text =~ s/\A\((.*)\)\z/$1/s if $text =~ /\A$group\z/;
    $text =~ s/\A\s+//;
    return $text =~ /\Asort\b(?!\s*(?:=>|::))/ ? $end - $text =~ tr/\n// : 0;
}
