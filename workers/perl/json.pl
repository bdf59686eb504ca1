# JSON: that of the scheduler, which is well formed, and texts for it.
package Cmpthese::Host;

BEGIN { $^H |= 0x602; ${^WARNING_BITS} = '' }    # use strict; no warnings: without their modules

sub parse_json {
    my ($text) = @_;
    if ($text =~ /\A\{(?:"\w+":(?:"\w*"|\d+|true|false)[,}])+\s*\z/) {    # such as those between batches: quickly
        my %table = $text =~ /"(\w+)":"?(\w*)/g;
        $_ eq 'true' ? ($_ = 1) : $_ eq 'false' && ($_ = 0) for values %table;
        return \%table;
    }
    utf8::decode($text);
    pos($text) = 0;
    return json_value(\$text);
}

sub json_value {
    my ($text) = @_;
    $$text =~ /\G\s+/gc;
    if ($$text =~ /\G"/gc) {
        my $start = pos $$text;
        1 while $$text =~ /\G[^"\\]*\\./gcs;    # a group that is repeated within one match may be so 65534 times only
        $$text =~ /\G[^"\\]*"/gc or die "a request with a text without an end\n";
        return json_unescape(substr $$text, $start, pos($$text) - 1 - $start);
    }
    if ($$text =~ /\G(-?\d+)(?![.\deE])/gc)   { return 0 + $1 }
    if ($$text =~ /\G(-?[\d.]+(?:[eE][-+]?\d+)?)/gc) { return 0 + $1 }
    if ($$text =~ /\Gtrue/gc)  { return 1 }
    if ($$text =~ /\Gfalse/gc) { return 0 }
    if ($$text =~ /\Gnull/gc)  { return undef }
    if ($$text =~ /\G\[/gc) {
        my @list;
        until ($$text =~ /\G\s*\]/gc) { push @list, json_value($text); $$text =~ /\G\s*,/gc }
        return \@list;
    }
    if ($$text =~ /\G\{/gc) {
        my %table;
        until ($$text =~ /\G\s*\}/gc) {
            my $key = json_value($text);
            $$text =~ /\G\s*:/gc;
            $table{$key} = json_value($text);
            $$text =~ /\G\s*,/gc;
        }
        return \%table;
    }
    die 'a request that is no JSON: ' . substr($$text, pos($$text) // 0, 40) . "\n";
}

sub json_unescape {
    my ($text) = @_;
    my %plain = (n => "\n", t => "\t", r => "\r", b => "\b", f => "\f");
    $text =~ s{\\(?:u([dD][89abAB]..)\\u([dD][c-fC-F]..)|u(....)|(.))}
              {defined $1 ? chr(0x10000 + ((hex($1) & 0x3ff) << 10) + (hex($2) & 0x3ff)) : defined $3 ? chr hex $3 : $plain{$4} // $4}gse;
    return $text;
}

sub json_text {
    my ($text) = @_;
    utf8::encode($text) if utf8::is_utf8($text);
    utf8::decode($text);    # bytes that are no UTF-8 are taken as Latin-1
    $text =~ s/([^\x20-\x7e]|["\\])/json_escape($1)/ge;
    return "\"$text\"";
}

sub json_escape {
    my $code = ord $_[0];
    $code = 0xfffd if $code > 0x10ffff || $code >= 0xd800 && $code < 0xe000;    # perl allows more than Unicode does
    return sprintf '\\u%04x', $code if $code < 0x10000;
    return sprintf '\\u%04x\\u%04x', 0xd800 + ($code - 0x10000 >> 10), 0xdc00 + ($code - 0x10000 & 0x3ff);
}
