package Benchmark::Cmpthese;

use strict;
use warnings;
require Benchmark;
require POSIX;    # now: a script may change where modules are looked for
require Time::HiRes;
require Benchmark::Cmpthese::Code;
require Benchmark::Cmpthese::Copy;
require Benchmark::Cmpthese::InTurn;
require Benchmark::Cmpthese::Objects;
require Benchmark::Cmpthese::Unwound;
use Benchmark::Cmpthese::Files qw(content has_ended_children inherited is_terminal open_files places say_to scratch);
use Benchmark::Cmpthese::Plan qw(asked_from plan title);

our $VERSION = '0.1';

# Gives the `timethese` and `cmpthese` of Perl's Benchmark the judgement of the program `cmpthese`, in scripts that know nothing of
# it: `perl -MBenchmark::Cmpthese script.pl`, or `cmpthese perl script.pl`. Everything else of Benchmark is as it was, and so is what
# the two return, and what they print but for the chart, in whose place stands the report, which holds it.
#
# A comparison runs in processes that are forked from a copy of the script as it is at the call, so that closures, data and open files
# are there. The copy is a child of `cmpthese called`, and so are its forks (docs/protocol.md, "Transport"): this process forks, its
# child forks the copy, and becomes the program. Where the script cannot be copied, and where its counts are fixed, everything
# runs in turn in this process, and the program judges what was measured.

my %core = map { $_ => Benchmark->can($_) } qw(timethese cmpthese timethis timeit countit runloop new);

# As they were when the script was started, which may change them: the program, its options and budget, its
# environment, the folder, what was open.
my ($program, @chosen) = ($ENV{CMPTHESE_PROGRAM} // 'cmpthese', split /\n/, $ENV{CMPTHESE_OPTIONS} // '');
my $budget        = ($ENV{CMPTHESE_BUDGET_NS} || 0) / 1e9;    # in seconds, of each comparison; 0 where none was chosen
my %environment   = %ENV;
my $started_in    = readlink '/proc/self/cwd';
my %open_at_start = map { $_ => 1 } values %{ open_files() };    # not by descriptor: perl reads the script in one that is free afterwards

# What a comparison gave, by the address of each of its objects: the object, so that no address is used again, the comparison, and what the
# object was as a text.
my %run_of;

# The reports of comparisons whose results the script kept, and did not give to cmpthese yet; and the process that made them, which
# tells them when it ends.
my $kept   = '';
my $keeper = 0;

# The subs that are compared, while they are, and the package that they are called from, which they may ask for.
our @subs;
our $package = 'main';

# The call that does nothing, which is taken off.
our $nothing = sub { };

# What was in $! when a comparison began: a script may die with it.
our $error = 0;

# User and system time of the program and of what it had forked: where the script's own code ran, so that an object counts it as the script's own.
my @helped = (0, 0);

# How many comparisons there were: the program may be asked twice for one, and what it writes then takes the place of what it wrote before.
my $compared = 0;
my $is_told  = 0;    # that a tainted script is left to Benchmark: it may start no program

{
    no warnings qw(redefine once);
    *Benchmark::timethese = \&timethese;
    *Benchmark::cmpthese  = \&cmpthese;
    *Benchmark::new       = \&new;
}

# With names it is `use Benchmark` with these; without any nothing is exported, as -M is no place for it. Where the two were imported before, the caller has those of Benchmark itself.
sub import {
    my ($class, @names) = @_;
    my $caller = caller;
    no strict 'refs';
    no warnings 'redefine';
    for my $name (qw(timethese cmpthese)) {
        *{"${caller}::$name"} = \&$name if defined &{"${caller}::$name"} && \&{"${caller}::$name"} == $core{$name};
    }
    return if !@names;
    @_ = ('Benchmark', @names);
    goto &{ Benchmark->can('import') };
}

END { say_to(*STDERR, $kept) if length $kept && $$ == $keeper }

sub new {
    my $object = $core{new}->(@_);
    $object->[1 + $_] += $helped[$_], $object->[3 + $_] -= $helped[$_] for 0, 1;
    return $object;
}

sub timethese {
    my ($count, $code, $style) = @_;
    my $subs = judged($count, $code) or goto &{ $core{timethese} };
    return compared($subs, $count, $code, $style);
}

# What timethese gives of subs that are judged.
sub compared {
    my ($subs, $count, $code, $style) = @_;
    my $run;
    my $number  = number_of($count);
    my @names   = sort keys %$code;
    my $measure = sub {    # Benchmark asks for one after the other; the first time all are measured
        no warnings qw(redefine once);
        local *Benchmark::timeit  = $core{timeit};    # for what the subs call, too
        local *Benchmark::countit = $core{countit};
        $run ||= measure($number, \@names, $subs, $code, $style // '');
        my $name = shift @names;
        return $run->{objects}{$name} if $run->{objects}{$name};
        return $core{ $number > 0 ? 'timeit' : 'countit' }->($_[0], $subs->{$name});
    };
    my $results = do {
        no warnings qw(redefine once);
        local *Benchmark::timeit  = $measure;
        local *Benchmark::countit = $measure;
        $core{timethese}->($count, $code, $style);
    };
    $run_of{ 0 + $results->{$_} } = [$results->{$_}, $run, as_text($_, $results->{$_})] for keys %$results;
    my $is_shown = ($style // '') ne 'none' && defined $run->{report};
    if    ($run->{interrupted})            { interrupt_too($run) }
    elsif ($is_shown && defined wantarray) { keep($run) }
    elsif ($is_shown)                      { show($run) }
    return $results;
}

sub cmpthese {
    my ($results, $style) = @_;
    my $is_own = ref $results ne 'HASH';
    if ($is_own) {
        my ($count, $code) = @_;
        $style = $_[2];
        my $subs = judged($count, $code) or goto &{ $core{cmpthese} };
        $results = compared($subs, $count, $code, $style || 'none');
        @_ = ($results, $style // ());
    }
    my $run = run_of($results);
    forget($run) if $is_own && $run && defined $run->{report};    # nobody else has the results
    goto &{ $core{cmpthese} } if !$run || !defined $run->{report} || ($style // '') =~ /^no[np]/;
    my $rows = $core{cmpthese}->($results, 'none');
    show($run) if !delete $run->{is_told};
    return $rows;
}

# What a script wrote to be compared, compiled, by name; nothing where Benchmark has to say what is wrong, or there is nothing to compare.
sub judged {
    my ($count, $code) = @_;
    return if ref $code ne 'HASH' || keys %$code < 2;
    return if grep { Benchmark->can($_) != $core{$_} } qw(runloop timeit countit);    # Benchmark::Forking and its like run code in their own way
    return if grep { !defined || ref && ref ne 'CODE' } values %$code;
    no warnings;
    return if $count == 1;    # nothing can be said of one call each
    return if $count > 0 ? $count != int $count : $count < 0 && $count > -0.1;
    if (${^TAINT}) { warn "cmpthese: a tainted script is left to Benchmark itself\n" if !$is_told++; return }
    my ($package) = asked_from();
    my %subs = map { $_ => ref $code->{$_} ? $code->{$_} : scalar Benchmark::Cmpthese::Code::compiled($package, $code->{$_}) } sort keys %$code;    # the order of their warnings
    return if grep { ref ne 'CODE' } values %subs;
    return \%subs;
}

# A count as Benchmark reads it: iterations, or seconds below zero, which are three where it is zero, or no number.
sub number_of {
    my ($count) = @_;
    no warnings;
    $count = "$count";    # that of bignum is an object
    return $count > 0 || $count < 0 ? $count + 0 : -3;
}

# The comparison that all of some results come from, if they are all of it, as it gave them.
sub run_of {
    my ($results) = @_;
    my %runs;
    for my $name (keys %$results) {
        my $object = $results->{$name};
        my $known  = ref $object && $run_of{ 0 + $object } or return;
        return if $known->[2] ne as_text($name, $object);
        $runs{ 0 + $known->[1] } = $known->[1];
    }
    my ($run) = values %runs;
    return keys %runs == 1 && keys %$results == keys %{ $run->{objects} } ? $run : undef;
}

sub as_text {
    my ($name, $object) = @_;
    return join ' ', $name, @$object;
}

sub keep {
    my ($run) = @_;
    $kept = '' if $keeper != $$;
    $keeper = $$;
    $kept .= $run->{report};
}

sub forget { $kept =~ s/\Q$_[0]{report}\E// }

sub show {
    my ($run) = @_;
    forget($run);
    no strict 'refs';
    say_to(*{ select() }, $run->{report});
}

# ---- measuring: in forks of the script, or in turn in its own process ----

# The objects of a comparison by name, and its report; neither where the program cannot be asked. What the script had in its variables stays, and
# which file it read last; $? is not local, because perl ends with it when the script's own code dies here.
sub measure {
    my $status = $?;
    local $error = $! + 0;
    local ($!, $@, $.);
    $! = $error;    # local has made it 0
    my $run    = measured(@_);
    $? = $status;
    kill CHLD => $$ if ($SIG{CHLD} // '') !~ /^(?:DEFAULT|IGNORE|)\z/ && has_ended_children();    # of which the script's handler was not told
    return $run;
}

sub measured {
    my ($count, $names, $subs, $code, $style) = @_;
    my @low;    # takes the descriptors 0 to 2 that the script closed: a file of the program would be lost there
    do { local $!; open $low[$_], '+<', '/dev/null' for 0 .. 2 };    # code that dies ends with the error that was left
    local ($package) = asked_from();
    local @subs = @$subs{@$names};    # and not longer than they are compared: they may hold what the script waits to be rid of
    local $nothing = Benchmark::Cmpthese::Code::nothing(!grep { ref } values %$code);
    my $run = { names => [@$names], title => title(), nth => ++$compared, objects => {} };
    my $why = 'the counts are fixed, and the script may look at what they did; so each finds what the others have done so far';
    my $tell = $style eq 'none' ? sub { } : sub { $core{timethis}->($count > 0 ? $count : -0.1, $subs->{$_}, $_, $style) for @_ };
    if ($count < 0) {
        run_once($run, $tell);    # before the question: it may open what the script cannot be copied with
        $why = $style eq 'nop' ? 'the style nop asks for the time of programs that it starts' : Benchmark::Cmpthese::Copy::why_not(\%open_at_start);
        fork_workers($run, -$count * @$names) if !$why;
        return $run if $run->{is_lost};
        $why ||= 'something failed in a process that was forked from it' if !$run->{report};
        return Benchmark::Cmpthese::Objects::add($run, -$count) if !$why;
    }
    $! = $error;
    my $share   = Benchmark::Cmpthese::InTurn->can($count > 0 ? 'shares' : 'shares_of_time');
    my $seconds = $count < 0 && ($budget || -$count * @subs);    # of all of them
    my $unwound = Benchmark::Cmpthese::Unwound->new(sub { tell_first($run, $count, $tell) });
    my $lines   = Benchmark::Cmpthese::InTurn::in_turn($run, \@subs, $share->($run, \@subs, $seconds ? $seconds / @subs : $count), $count > 0);
    $unwound->forget;
    judge($run, $lines, $why, $seconds ? "--budget=${seconds}s" : ());
    $run->{ns} ||= Benchmark::Cmpthese::InTurn::means($lines);    # nothing runs once more because the program failed
    return Benchmark::Cmpthese::Objects::add($run, $count > 0 ? undef : -$count);
}

# Everything once, here: what it does is there afterwards, and what it dies of is said here. Where that ends it, `tell` is called with the names
# that come before.
sub run_once {
    my ($run, $tell) = @_;
    my @over;
    my $unwound = Benchmark::Cmpthese::Unwound->new(sub { $tell->(@over) });
    for my $index (keys @subs) {
        my @before = Benchmark::Cmpthese::InTurn::cpu_times();
        as_called($subs[$index])->();
        my @after = Benchmark::Cmpthese::InTurn::cpu_times();
        $run->{times}[$index] = [map { $after[$_] - $before[$_] } 0 .. 3];
        push @over, $run->{names}[$index];
    }
    $unwound->forget;
}

# The same where everything runs in turn: of those with a fixed count what they took until then, because they may not run once more.
sub tell_first {
    my ($run, $count, $tell) = @_;
    my @over = @{ $run->{names} }[0 .. ($run->{index} // 0) - 1];
    return $tell->(@over) if $count < 0;
    $run->{ns} = Benchmark::Cmpthese::InTurn::means([grep { /\t(?:-|(\d+))\t/ && ($1 // -1) < @over } @{ $run->{lines} }]);
    Benchmark::Cmpthese::Objects::add($run);
    no warnings 'redefine';
    local *Benchmark::timeit = sub { $run->{objects}{ shift @over } };
    $tell->(my @names = @over);
}

# ---- the program ----

# Compares the subs in forks, for so many seconds.
sub fork_workers {
    my ($run, $seconds) = @_;
    pipe my $orders, my $order or return;
    my $handler = $SIG{CHLD} // 'DEFAULT';    # of the script; the program has none
    ask(
        $run, ["--budget=${seconds}s"],
        sub {
            my $copy = CORE::fork();
            if (defined $copy && !$copy) {
                $SIG{CHLD} = $handler;
                Benchmark::Cmpthese::Copy::serve($orders, $order);
            }
            setpgrp $copy, $copy if $copy;    # here too: the program may end the group before the copy has run
            fcntl $order, 2, 0;    # F_SETFD: the program shall have it
            return ('--workers', ($copy // 0) . ':' . fileno $order);
        }
    );
}

# Lets the program judge what was measured here.
sub judge {
    my ($run, $lines, $why, @arguments) = @_;
    my $samples = scratch(join '', map "$_\n", "they ran in turn in the script's own process, because $why", @$lines) or return lost($run);
    ask($run, \@arguments, sub { ('--samples', inherited($samples)) });
}

# Starts the program. `options` is called in the process that becomes it, and gives more arguments.
sub ask {
    my ($run, $arguments, $options) = @_;
    my $status = $?;
    $run->{is_lost} = 1;
    my ($plan, $report, $results) = map { scratch($_) || return lost($run) } plan($run), '', '';
    @$arguments = () if grep /^--budget/, @chosen;
    push @$arguments, '--color=always' if is_terminal() && !length($ENV{NO_COLOR} // '') && !grep /^--color/, @chosen;
    push @$arguments, '--quiet' if !-t STDERR && !grep /^(?:--quiet|-\w*q\w*)\z/, @chosen;
    my $name = $run->{title};
    local $SIG{CHLD} = 'DEFAULT' if length($SIG{CHLD} // '') && $SIG{CHLD} ne 'DEFAULT';    # perl puts back no handler of a library, such as EV's
    pipe my $begin, my $begun or return;
    my $child = CORE::fork();    # which writes what is to be written, and forgets what was read ahead
    return if !defined $child;
    if (!$child) {
        # The last END is the first that runs, and the only one in this process and its forks: nothing of the script runs at their ends. An
        # exec, also one that fails, writes what is buffered.
        eval 'END { no warnings; exec { "" } ""; POSIX::_exit($?) }';
        eval {
            close $begun;
            sysread $begin, my $nothing, 1;
            my @more = ('--results', inherited($results), '--nth', $run->{nth}, $options->());
            close STDIN;    # an exec would move the plan back by what was read ahead of a pipe
            POSIX::dup2(fileno $plan,   0);
            POSIX::dup2(fileno $report, 1);
            chdir $started_in if defined $started_in;    # the options may have relative paths
            %ENV = %environment;
            no warnings 'exec';
            exec {$program} $program, 'called', @more, @$arguments, @chosen, '--', $name or POSIX::_exit(127);
        };
        print STDERR "cmpthese: $@";    # this process is not to go on with the script
        POSIX::_exit(1);
    }
    my @places = places();
    close $begun;
    local $SIG{INT} = 'IGNORE';    # the program ends at it, with what it has
    my @before  = (times)[2, 3];
    my $is_over = eval { wait_for($child); 1 };
    my ($exit, $code, $died) = ($?, $? >> 8, $@);
    if (!$is_over) {    # a handler of a signal, such as that of an alarm
        kill TERM => $child;
        wait_for($child);
    }
    my @after = (times)[2, 3];
    $helped[$_] += $after[$_] - $before[$_] for 0, 1;
    sysseek $_->[0], $_->[1], 0 for @places;
    ($!, $?) = ($error, $status);    # what the script may die with
    die $died if !$is_over;
    warn "cmpthese: $program cannot be started, so Benchmark goes on alone; set PATH or CMPTHESE_PROGRAM\n" if $code == 127;
    warn "cmpthese: the options are those of CMPTHESE_OPTIONS, one a line: @chosen\n" if $code == 2 && @chosen;
    $run->{interrupted} = $code == 130;
    $run->{is_lost}     = $code > 1 && $code != 130;
    return if $exit && !$run->{interrupted};
    @$run{qw(ns own_ns)} = ([], []);
    for (split /\n/, content($results)) {
        my ($ns, @own) = split / /;
        push @{ $run->{ns} },     $ns;
        push @{ $run->{own_ns} }, \@own;
    }
    $run->{report} = content($report);
}

# Takes note that the program cannot be asked.
sub lost {
    my ($run) = @_;
    $run->{is_lost} = 1;
    warn "cmpthese: no temporary file can be made, so this is left to Benchmark itself; make room, or allow more open files\n";
    return;
}

sub wait_for { 1 while waitpid($_[0], 0) != $_[0] && $!{EINTR} }

# Ctrl-C was for the script too, which may end at it: what there is is told before that, and not once more where the script goes on.
sub interrupt_too {
    my ($run) = @_;
    show($run);
    $run->{is_told} = 1;
    local $| = 1;    # what was printed is out before the script ends
    kill INT => $$;
}

# What the plan calls: the sub that is timed in its place, as Benchmark calls it: `next` and `last` leave it, and $_ is its own.
sub variant {
    my ($index) = @_;
    my $sub = $subs[$index] || die "it was a part of a script: run the script again\n";
    return as_called($sub);
}

sub empty { return as_called($nothing) }

sub as_called {
    my ($sub) = @_;
    return Benchmark::Cmpthese::Code::compile("package $package; sub { my \$sub = shift; sub { { local \$_; \$sub->() } 1 } }")->($sub);
}

1;
