# Doses, as docs/protocol.md has them: events that are added to every iteration, before the code, to see what one of them takes there.
# System calls are made by their numbers, many in a row, so that little of the interpreter is timed with each.
package Cmpthese::Host;

BEGIN { $^H |= 0x602; ${^WARNING_BITS} = '' }    # use strict; no warnings: without their modules

my %kinds = ('read-call' => \&read_calls, 'minor-fault' => \&minor_faults, 'copied-byte' => \&copied_bytes);

# A function that adds the events of one iteration. `number` are those of system calls.
sub dose {
    my ($given, $number) = @_;
    my $kind = $kinds{ $given->{event} } or die "no event that is known here: $given->{event}\n";
    return $kind->($number, @$given{qw(count bytes span file)});
}

sub read_calls {
    my ($number, $count, $bytes, $span, $path) = @_;
    open my $file, '<:raw', $path or die "$path: $!\n";
    my ($call, $descriptor, $buffer) = ($number->{read}, fileno $file, "\0" x $bytes);
    my $lap  = int($span / $bytes);    # calls from the first byte to the last
    my $left = $lap;
    syscall($call, $descriptor, $buffer, $bytes) == $bytes or die "$path is shorter than $bytes bytes\n";
    sysseek $file, 0, 0;
    return sub {
        for (my $rest = $count; $rest;) {
            if (!$left) { sysseek $file, 0, 0; $left = $lap }
            my $calls = $rest < $left ? $rest : $left;
            for (1 .. $calls >> 3) {
                syscall $call, $descriptor, $buffer, $bytes;
                syscall $call, $descriptor, $buffer, $bytes;
                syscall $call, $descriptor, $buffer, $bytes;
                syscall $call, $descriptor, $buffer, $bytes;
                syscall $call, $descriptor, $buffer, $bytes;
                syscall $call, $descriptor, $buffer, $bytes;
                syscall $call, $descriptor, $buffer, $bytes;
                syscall $call, $descriptor, $buffer, $bytes;
            }
            for (1 .. $calls & 7) { syscall $call, $descriptor, $buffer, $bytes }
            $rest -= $calls;
            $left -= $calls;
        }
    };
}

# Pages within a long string, written to and given back again.
sub minor_faults {
    my ($number, $count) = @_;
    my %kernel_says = unpack 'Q*', whole_file('/proc/self/auxv');
    my ($call, $page, $pages) = ($number->{madvise}, $kernel_says{6}, 256);    # AT_PAGESZ
    my $memory = "\0" x (($pages + 1) * $page);
    substr $memory, 0, 1, "\0";    # from here on it is shared with nothing, and stays where it is
    my $text    = unpack 'J', pack 'P', $memory;
    my $first   = -$text % $page;
    my $address = $text + $first;
    syscall $call, $address, $pages * $page, 15;    # MADV_NOHUGEPAGE: a huge page is another event
    syscall $call, $address, $pages * $page, 4;     # MADV_DONTNEED
    my @places = map { $first + $_ * $page } 0 .. $pages - 1;
    return sub {
        for (my $rest = $count; $rest > 0; $rest -= $pages) {
            my $now = $rest < $pages ? $rest : $pages;
            substr $memory, $_, 1, "\1" for @places[0 .. $now - 1];
            syscall $call, $address, $now * $page, 4;
        }
    };
}

sub copied_bytes {
    my ($number, $count, $bytes, $span) = @_;
    my $piece = $span < 65536 ? $span : 65536;
    my @from  = map { "\1" x $piece } 1 .. int($span / $piece);
    my $to    = "\0" x $piece;
    substr $_, 0, 1, "\1" for @from, $to;    # each in a memory of its own
    my ($whole, $rest, $next) = (int($count / $piece), $count % $piece, 0);
    my $tail = "\1" x $rest;
    return sub {
        for (1 .. $whole) {
            substr $to, 0, $piece, $from[$next];
            $next = 0 if ++$next == @from;
        }
        substr $to, 0, $rest, $tail if $rest;
    };
}
