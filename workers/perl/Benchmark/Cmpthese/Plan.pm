package Benchmark::Cmpthese::Plan;

# The plan of a comparison that a script makes, for the program.

use strict;
use warnings;
use Exporter 'import';

our @EXPORT_OK = qw(asked_from plan title);

sub plan {
    my ($run) = @_;
    my %taken;
    my $text = 'title = ' . toml($run->{title}) . "\ncheck = \"none\"\n";
    for my $index (keys @{ $run->{names} }) {
        my $name = characters($run->{names}[$index]);
        $name =~ s/[\x00-\x1f\x7f-\x9f]/?/g;
        $name = '(no name)' if $name !~ /\S/;
        $name .= '+' while $taken{$name}++;                  # bytes and characters are one text there
        $name =~ s/\{([A-Za-z_][A-Za-z0-9_]*)\}/{{$1}}/g;    # would be a placeholder there
        $text .= "[[variant]]\nname = " . toml($name) . "\nperl = \"Benchmark::Cmpthese::variant($index)\"\n";
        $text .= "needs = [\"Benchmark::Cmpthese\"]\nkeep = true\n";
    }
    return $text;
}

sub toml {
    my $text = characters($_[0]);
    $text =~ s/["\\]/\\$&/g;
    utf8::encode($text);
    return "\"$text\"";
}

# A text as characters: its bytes are UTF-8 where they can be, and Latin-1 otherwise.
sub characters {
    my ($text) = @_;
    utf8::encode($text) if utf8::is_utf8($text);
    utf8::decode($text) or utf8::upgrade($text);
    return $text;
}

# The place of the call in the script: package, file and line.
sub asked_from {
    my $level = 0;
    my @place;
    do { @place = caller $level++ } while @place && $place[0] =~ /^Benchmark(?:::Cmpthese(?:::Plan)?)?\z/;
    return @place ? @place[0 .. 2] : ('main', $0, 0);
}

sub title {
    my (undef, $file, $line) = asked_from();
    $file =~ s{.*/}{}s;
    $file =~ s/[\x00-\x1f\x7f]/?/g;
    return "$file line $line";
}

1;
