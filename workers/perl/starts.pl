# How a worker comes to its pipes: they are there, or it is one of those that the host forks itself into, or one that a script does.
package Cmpthese::Host;

BEGIN { $^H |= 0x602; ${^WARNING_BITS} = '' }    # use strict; no warnings: without their modules

our ($orders, %number);

sub pipes_at {
    my ($first) = @_;
    open my $requests, '<&=', $first     or die "file descriptor $first: $!";
    open my $replies,  '>&=', $first + 1 or die 'file descriptor ', $first + 1, ": $!";
    binmode $_ for $requests, $replies;    # PERL_UNICODE and -C may have made them handles of characters
    return ($requests, $replies);
}

# In a script: forks this process whenever a line names the descriptors of the scheduler that the worker shall open. The result is, in the
# worker, its two pipes. Nothing of the script runs at the end of any of these processes.
sub pipes_of_script {
    my ($scheduler, $forks) = (getppid, 0);
    die "no known number of clone(2) for this perl\n" if !$number{clone};
    while (defined(my $line = do { local $/ = "\n"; readline $orders })) {
        $forks++;
        my $child = syscall $number{clone}, 0x8000 | 17, 0, 0, 0, 0;    # CLONE_PARENT | SIGCHLD
        die "clone: $!\n" if $child < 0;
        next if $child;
        srand(int(2**32 * rand) ^ $forks);                              # other random numbers in each: launches that draw alike are no sample
        setpgrp;
        syscall $number{prctl}, 1, 9, 0, 0, 0;                          # PR_SET_PDEATHSIG, SIGKILL
        my ($in, $out, $words) = map "/proc/$scheduler/fd/$_", split ' ', $line;
        open my $requests, '<:raw', $in    or die "$in: $!\n";
        open my $replies,  '>:raw', $out   or die "$out: $!\n";
        open my $said,     '>:raw', $words or die "$words: $!\n";
        POSIX::dup2(fileno $said, 2);
        close $orders;
        return ($requests, $replies);
    }
    POSIX::_exit(0);
}

# Forks this process, which has loaded everything, into so many workers, and ends it. The result is, in each of them, the
# first of its three descriptors. They are children of the scheduler, as this process is.
sub fork_workers {
    my ($count) = @_;
    die "no known number of clone(2) for this perl\n" if !$number{clone};
    for my $worker (0 .. $count - 1) {
        my $child = syscall $number{clone}, 0x8000 | 17, 0, 0, 0, 0;    # CLONE_PARENT | SIGCHLD
        die "clone: $!\n" if $child < 0;
        return become_worker($worker, $count) if !$child;
    }
    exit 0;
}

sub become_worker {
    my ($worker, $count) = @_;
    setpgrp;
    syscall $number{prctl}, 1, 9, 0, 0, 0;    # PR_SET_PDEATHSIG, SIGKILL: as the scheduler asked for the process that was forked
    my $first = 3 + 3 * $worker;
    open STDERR, '>&', $first + 2 or die "standard error: $!\n";
    syscall $number{close}, $_ for grep $_ != $first && $_ != $first + 1, 3 .. 2 + 3 * $count;
    return $first;
}
