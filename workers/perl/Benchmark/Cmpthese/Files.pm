package Benchmark::Cmpthese::Files;

# Files of a script that Benchmark::Cmpthese forks: what is open, where it stands in what it reads, and those that are handed to the program.

use strict;
use warnings;
use Exporter 'import';

our @EXPORT_OK = qw(access_mode content has_ended_children has_threads inherited is_stored is_terminal open_files places say_to scratch);

# What is open, by descriptor, with the names that the kernel has for it.
sub open_files {
    opendir my $folder, '/proc/self/fd' or return {};
    my %open = map { $_ => readlink "/proc/self/fd/$_" // '' } grep /^\d+\z/, readdir $folder;
    delete @open{ grep { $open{$_} =~ m{^/proc/\d+/fd\z} } keys %open };    # this folder itself
    return \%open;
}

# Whether a descriptor is that of a file with contents.
sub is_stored { return -f "/proc/self/fd/$_[0]" }

# How a descriptor may be used, as open(2) has it: 0 to read, 1 to write, 2 for both; -1 where nobody knows.
sub access_mode {
    open my $flags, '<:raw', "/proc/self/fdinfo/$_[0]" or return -1;
    return join('', readline $flags) =~ /^flags:\s*\d*(\d)$/m ? $1 : -1;
}

# What stands for characters that a handle does not take.
my %plain = ("\x{2248}" => '~', "\x{2026}" => '...', "\x{b1}" => '+-', "\x{b5}" => 'u');

# Prints a text in UTF-8, or in the encoding that a handle has.
sub say_to {
    my ($handle, $text) = @_;
    my @layers = PerlIO::get_layers($handle, output => 1);
    utf8::decode($text) if grep { $_ eq 'utf8' } @layers;
    my ($encoding) = map { /^encoding\((?!utf)(.+)\)/i ? $1 : () } @layers;
    my $takes = sub { my $character = shift; eval { Encode::encode($encoding, $character, 1); 1 } };    # dies of what it cannot
    local ($,, $\, $@);
    local $SIG{__DIE__};
    $text =~ s/([^\x00-\x7f])/$takes->($1) ? $1 : $plain{$1} \/\/ '?'/ge if defined $encoding;
    no warnings qw(closed unopened);
    print $handle $text;
}

# Whether what is printed goes to a terminal.
sub is_terminal { no strict 'refs'; return -t *{ select() } }

# Whether children of this process have ended that nobody has waited for.
sub has_ended_children {
    open my $children, '<', "/proc/$$/task/$$/children" or return 0;
    my $is_over = sub { open my $state, '<', "/proc/$_[0]/stat" or return 0; return (readline($state) // '') =~ /\) Z / };
    return scalar grep { $is_over->($_) } split ' ', readline($children) // '';
}

# Whether this process has other threads than this one, which a fork of it has not; a library may have begun them.
sub has_threads {
    open my $status, '<', '/proc/self/status' or return 0;
    return join('', readline $status) =~ /^Threads:\s*(\d+)/m && $1 > 1;
}

# A file without a name, with something in it; nothing where none can be made.
sub scratch {
    my ($text) = @_;
    open my $file, '+>:raw', undef or return;
    syswrite $file, $text;
    sysseek $file, 0, 0;
    return $file;
}

sub content {
    my ($file) = @_;
    sysseek $file, 0, 0;
    sysread $file, my $text, -s $file;
    return $text // '';
}

# The path of a file for the program.
sub inherited {
    my ($file) = @_;
    fcntl $file, 2, 0;    # F_SETFD
    return '/dev/fd/' . fileno $file;
}

# Where the script stands in the files that it reads: its forks read on.
sub places {
    my @places;
    my $open = open_files();
    for my $descriptor (grep { is_stored($_) && access_mode($_) == 0 } keys %$open) {
        open my $again, '<&', $descriptor or next;
        my $place = sysseek $again, 0, 1;
        push @places, [$again, $place] if $place;
    }
    return @places;
}

1;
