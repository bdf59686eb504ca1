# Answers in canonical form, as docs/protocol.md has it; compiled by the host with the first answer. Like the host it loads as
# little as it can: what loads is not measured.
package Cmpthese::Host;

BEGIN { $^H |= 0x01000602; ${^WARNING_BITS} = '' }    # use strict; no overloading; no warnings: without their modules

# A byte as the canonical form writes it.
my %escape = ((map { $_ => sprintf '\\x%02X', ord } grep !/[\x20-\x7e]/, map chr, 0 .. 255),
    "\n" => '\\n', "\t" => '\\t', "\r" => '\\r', '"' => '\\"', '\\' => '\\\\');

# The fields of an answer: the length of a value's canonical form in bytes, its head, and the digest of the whole where the head is
# not the whole.
sub canonical_answer {
    my ($value, $check) = @_;
    my $out = { length => 0, head => '', lenient => $check eq 'lenient' };
    canonical($out, $value, 0);
    my $digest = $out->{sha} ? sprintf '"digest":"%s",', $out->{sha}->hexdigest : '';
    return sprintf '%s"length":%d,"head":%s', $digest, $out->{length}, json_text($out->{head});
}

# Whether the last statement of a text is a loop, and nothing in it returns: what that leaves is unspecified (perlsub), and is another thing of each kind. A
# statement that these few expressions do not make out is left alone.
sub ends_in_loop {
    my ($text) = @_;
    my $loop = qr/(?:for|foreach|while|until)\b/;
    return 0 if $text !~ $loop || $text =~ /\breturn\b/;
    1 while $text =~ s/<<~?[ \t]*(?:(["'])(.*?)\1|\\?([A-Za-z_]\w*))([^\n]*)\n(?:.*?\n)??[ \t]*(?:\2|\3)(?:\n|\z)/''$4\n/s;
    $text =~ s/(?:^|(?<=[\s;}]))#.*//gm;
    $text =~ s/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/''/gs;
    $text =~ s/(?<![\$\@%&>{\w])((?:grep|map|and|or|not|xor|if|unless)\b\s*\(?\s*)\/(?:[^\/\\\n]|\\.)*\//$1''/g;
    my $group = qr/([{(\[](?:[^][{}()]++|(?-1))*+[])}])/;
    $text =~ s/[;\s]+\z//;
    my $block = qr/\s*(?:(?:for|foreach|while|until|if|elsif|else|unless|sub)\b(?:[^][{}();]|$group)*?)?\{(?:[^][{}()]++|$group)*+\}/;
    my $head  = qr/\A\s*(?:[A-Za-z_]\w*\s*:\s*)?/;
    $text =~ s/\A(?:(?:[^][{}();]++|$group)*+;)*+//;
    my $last = '';
    while ($text =~ s/\A$block//) { $last = $& if $text !~ /\S/ }
    return 1 if $last =~ /$head$loop/;
    # A pattern, a text in other quotes and a key may hold the word.
    return 0 if $text !~ /\A((?:[^][{}()]|$group)*?)[\s)\]}]$loop(?!\s*=>)/;
    return $1 !~ m#[=!]~|<<|\bsplit\b|(?<![\$\@%&>{])\b(?:q[qrwx]?|m|s|y|tr)\s*[^\w\s,;)=]|(?:\A|[(,=&|?:])\s*/#;
}

# Objects are written as the data that they are, whatever they overload.
sub canonical {
    my ($out, $value, $depth) = @_;
    die "the answer is nested deeper than 1000 levels, or contains itself: return data\n" if $depth > 1000;
    return emit($out, scalar_form($out, $value)) if ref $value eq '';
    my ($class, $shape) = address($value) =~ /^(?:(.+)=)?([A-Z]+)\(0x/s;
    if (defined $class) {
        return emit($out, $out->{lenient} ? ($$value ? '"1"' : '""') : $$value ? 'true' : 'false')
            if $class =~ /^(?:JSON::PP::Boolean|Types::Serialiser::Boolean)$/;
        if ($class =~ /^Math::Big(?:Int|Float)$/) {
            my $digits = ucfirst $value->bstr;    # or NaN, inf, -inf
            $digits =~ s/-inf/-Inf/;
            $digits =~ s/\.?0+\z// if $digits =~ /\./;
            return emit($out, $out->{lenient} ? text_form($digits) : $digits);
        }
        emit($out, escaped($class) . ' ');
    }
    if ($shape eq 'ARRAY') {
        emit($out, '[');
        for my $index (0 .. $#$value) {
            emit($out, ', ') if $index;
            canonical($out, $value->[$index], $depth + 1);
        }
        return emit($out, ']');
    }
    if ($shape eq 'HASH') {
        emit($out, '{');
        my %key_bytes = map { $_ => bytes($_) } keys %$value;
        my $count = 0;
        for my $key (sort { $key_bytes{$a} cmp $key_bytes{$b} or $a cmp $b } keys %$value) {
            emit($out, ($count++ ? ', ' : '') . text_form($key) . ': ');
            canonical($out, $value->{$key}, $depth + 1);
        }
        return emit($out, '}');
    }
    if ($shape =~ /^(?:SCALAR|REF|LVALUE|VSTRING)$/) {
        emit($out, '\\');
        return canonical($out, $$value, $depth + 1);
    }
    return emit($out, text_form(scalar re::regexp_pattern($value))) if $shape eq 'REGEXP';
    die "the answer holds a $shape reference, which cannot be compared: return data\n";
}

# Class, shape and place of a reference, `Class=HASH(0x…)`, whatever it overloads.
sub address { return "$_[0]" }

sub scalar_form {
    my ($out, $value) = @_;
    return 'null' if !defined $value;
    if ($out->{lenient}) { return text_form(is_number($value) ? number_form($value) : $value) }
    return $value ? 'true' : 'false' if is_truth($value);
    return is_number($value) ? number_form($value) : text_form($value);
}

# Perl tells truth values from numbers and texts since 5.36.
sub is_truth { return $] >= 5.036 && builtin::is_bool($_[0]) }

# A number is what was made as one. Since 5.36 Perl tells, and a number that was once used as a text stays a number; before, B
# tells, and the two cannot be told apart.
# The number of elements of an empty array is Perl's own zero, which is a whole number, a float and a text at once.
sub is_number {
    return 1 if $] >= 5.036 && builtin::created_as_number($_[0]);
    return 0 if $] >= 5.036 && (!defined $_[0] || $_[0] ne '0');
    require B;
    my $flags = B::svref_2object(\$_[0])->FLAGS;
    my $all = B::SVf_IOK() | B::SVf_NOK() | B::SVf_POK();
    return 1 if ($flags & $all) == $all && $_[0] eq '0';
    return $] < 5.036 && ($flags & (B::SVp_IOK() | B::SVp_NOK())) && !($flags & B::SVf_POK());
}

sub number_form {
    my ($number) = @_;
    return sprintf '%d', $number if abs $number < 2**53 && $number == int $number;    # 1e3 is 1000, -0.0 is 0
    my $shown = "$number";
    return $shown if !(abs $number < 2**53) && $shown !~ /[.e]/;    # Inf, NaN, and what is no float: one of this size has an exponent
    for my $digits (15, 16) {
        my $text = sprintf "%.${digits}g", $number;
        return $text if $text == $number;
    }
    return sprintf '%.17g', $number;
}

sub text_form { return '"' . escaped($_[0]) . '"' }

sub escaped {
    my $text = bytes($_[0]);
    $text =~ s/([^\x20-\x7e]|["\\])/$escape{$1}/g;
    return $text;
}

# Characters beyond Latin-1 make the whole text UTF-8.
sub bytes {
    my $text = "$_[0]";
    utf8::downgrade($text, 1) or utf8::encode($text);
    return $text;
}

sub emit {
    my ($out, $text) = @_;
    my $room = 65536 - length $out->{head};
    if (!$out->{sha} && length $text > $room) {
        require Digest::SHA;
        $out->{sha} = Digest::SHA->new(256)->add($out->{head});
    }
    $out->{sha}->add($text) if $out->{sha};
    $out->{head} .= substr $text, 0, $room if $room > 0;
    $out->{length} += length $text;
}
