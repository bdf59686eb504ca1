package Benchmark::Cmpthese::Copy;

# A copy of a script that Benchmark::Cmpthese compares something in. Who calls it has loaded POSIX.

use strict;
use warnings;
use Benchmark::Cmpthese::Files qw(access_mode open_files);

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
