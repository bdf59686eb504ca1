package Benchmark::Cmpthese::Copy;

# A copy of a script that Benchmark::Cmpthese compares something in. Who calls it has loaded POSIX.

use strict;
use warnings;
use Benchmark::Cmpthese::Files qw(access_mode has_threads is_stored open_files);

# Why the script cannot be copied, as a clause; nothing where it can. What was open when it was started is no reason.
sub why_not {
    my ($open_at_start) = @_;
    return 'CMPTHESE_FORK=0 asks for that' if ($ENV{CMPTHESE_FORK} // '') eq '0';
    return 'this is no Linux' if $^O ne 'linux';
    return 'it runs with the rights of another user' if $< != $> || (split ' ', $()[0] != (split ' ', $))[0];    # who cannot open the descriptors of the program
    return 'it has threads' if $INC{'threads.pm'} || has_threads();
    return 'it shares memory with other processes' if grep { $INC{"IPC/$_.pm"} } qw(Shareable SysV SharedMem ShareLite);
    my %standard = map { (readlink "/proc/self/fd/$_" // '') => 1 } 0 .. 2;
    my $open     = open_files();
    for my $descriptor (keys %$open) {
        my $file = $open->{$descriptor};
        next if $open_at_start->{$file} || $standard{$file};
        return "it has a $1 open" if $file =~ /^(socket|pipe):/;
        return 'it has a queue of events open' if $file =~ /^anon_inode:/;
        return 'it has a file open for writing' if is_stored($descriptor) && access_mode($descriptor) != 0;    # each copy would write into it what it holds
    }
    return;
}

# Runs the host of the language, which forks itself whenever the program asks for it.
sub serve {
    my ($orders, $order) = @_;
    close $order;
    setpgrp;
    open my $null,    '<', '/dev/null' or POSIX::_exit(1);
    open my $nowhere, '>', '/dev/zero' or POSIX::_exit(1);    # grep and others do less where they see /dev/null
    POSIX::dup2(fileno $null,    0) if !-f '/proc/self/fd/0';    # what the script reads from a file stays
    my $open = open_files();
    my @copies = grep { my $file = $open->{$_}; $_ > 2 && access_mode($_) != 0 && grep { $file eq ($open->{$_} // '') } 1, 2 } keys %$open;    # of its output
    POSIX::dup2(fileno $nowhere, $_) for 1, @copies;
    my $path = do { local $/ = "\n"; my $line = readline $orders; chomp $line if defined $line; $line } // POSIX::_exit(0);    # no match: $1 is the script's
    no warnings 'once';
    $Cmpthese::Host::orders = $orders;
    local $@;
    do $path;
    print STDERR $@;
    my $code = $@ ? 1 : 0;
    File::Temp::cleanup() if defined &File::Temp::cleanup;    # it waits for the end of the script, which does not come here
    POSIX::_exit($code);
}

1;
