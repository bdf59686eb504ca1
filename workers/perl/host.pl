# The Perl host: compiles a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file
# descriptors 3 and 4, or forks itself into as many workers as its argument says, or into one whenever it is told to, in a script
# that runs it (Benchmark::Cmpthese). It shares its process with what is measured, and is started for each launch, so it loads as
# little as it can: the JSON of requests is read by the few lines below, and what answers and errors need is compiled with the
# first of them.
package Cmpthese::Host;

# First of all, where no variable of the host is in scope: the snippet sees its own names alone, under its own strict.
# Perl's global variables, such as $_ and $/, belong to the snippet; the host rests on none of them.
sub compile { return eval $_[0] }

BEGIN { $^H |= 0x602 }    # use strict, without its module

# `use strict; use warnings;` in the bits of the compiler (perlvar), because the two modules take longer to load than this file.
my $pragmas = sprintf 'BEGIN { $^H |= %d; ${^WARNING_BITS} = "\x55" x 32 }', $] < 5.016 ? 0x602 : 0x6e2;

# A child that the snippet forks and that runs on into the host must not go on with the loop, where each round would fork once
# more.
my ($left, $slices);    # iterations that the slice still has, slices that the batch has after it
BEGIN {
    *CORE::GLOBAL::fork = sub () {
        my $child = CORE::fork();
        $left = $slices = 0 if defined $child && !$child;
        return $child;
    };
}

# What is compiled when it is needed is read before the snippet may have taken all descriptors.
my ($folder) = __FILE__ =~ m{\A(.*/)}s;
my %later  = map { $_ => whole_file("$folder$_.pl") } qw(answers errors doses);
my %number = system_call_numbers();
our $orders;    # where a script is told to fork workers of itself; set by Benchmark::Cmpthese
my $count = shift @ARGV;
my ($requests, $replies) = defined $orders ? pipes_of_script() : pipes_at(defined $count ? fork_workers($count) : 3);
for my $pipe ($requests, $replies) {
    fcntl $pipe, 2, 1;    # F_SETFD, FD_CLOEXEC: programs that a snippet starts must not hold the pipes
}
my $host  = $$;
my @inc   = @INC;                           # a snippet may change it before the host loads what it needs for answers
my $never = bless [], 'Cmpthese::Never';    # the value of code that has not returned

our @values;      # what the parameters of the snippet are bound to
our $compiled;    # set when the snippet begins to run
my ($code, $teardown, $before_each, %absent, @reading_cost, $clock_cost);
my @clock;        # readings of the clock: texts that are there before a batch begins
my @usage;        # getrusage(2) before and after it, likewise
my @metrics;      # what is read besides the clock, in the order of `numbers`
my ($rusage_call, $clock_call, $io) = find_counters();

my @doses = ((map "read-call", grep defined, $number{read}), (map "minor-fault", grep defined, $number{madvise}), 'copied-byte');
reply(sprintf '{"type":"hello","protocol":1,"worker":%s%s,"absent":{%s},"doses":[%s]}',
    json_text(sprintf 'perl %vd', $^V), defined $count || defined $orders ? ",\"pid\":$host" : '',
    join(',', map { json_text($_) . ':' . json_text($absent{$_}) } sort keys %absent), join ',', map "\"$_\"", @doses);

while (defined(my $line = next_line())) {
    my $request = parse_json($line);
    my $type    = $request->{type};
    if    ($type eq 'prepare')         { prepare($request->{case}) }
    elsif ($type eq 'bye')             { tear_down(); reply('{"type":"bye"}'); last }
    elsif ($type eq 'answer' && $code) { answer($request->{check}) }
    elsif ($type eq 'run' && $code)    { send_sample(@$request{qw(iterations slices bare)}) }
    else                               { fail('protocol', "$type cannot be done now") }
}

sub pipes_at {
    my ($first) = @_;
    open my $requests, '<&=', $first     or die "file descriptor $first: $!";
    open my $replies,  '>&=', $first + 1 or die 'file descriptor ', $first + 1, ": $!";
    return ($requests, $replies);
}

# In a script: forks this process whenever a line names the descriptors of the scheduler that the worker shall open. The result is, in the
# worker, its two pipes. Nothing of the script runs at the end of any of these processes.
sub pipes_of_script {
    my $scheduler = getppid;
    die "no known number of clone(2) for this perl\n" if !$number{clone};
    while (defined(my $line = do { local $/ = "\n"; readline $orders })) {
        my $child = syscall $number{clone}, 0x8000 | 17, 0, 0, 0, 0;    # CLONE_PARENT | SIGCHLD
        die "clone: $!\n" if $child < 0;
        next if $child;
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

sub whole_file {
    open my $file, '<', $_[0] or die "$_[0]: $!\n";
    local $/;
    return scalar readline $file;
}

# Compiles one of the files that are not needed at once.
sub load {
    my ($name) = @_;
    my $text = delete $later{$name} or return;
    compile("$pragmas\n#line 1 \"$name.pl\"\n$text\n1") or die $@;
}

sub next_line { local $/ = "\n"; return scalar readline $requests }

sub prepare {
    my ($case) = @_;
    ($code, $teardown, $before_each) = ();
    return fail('protocol', "a case of kind $case->{kind} is not for a language") if $case->{kind} ne 'snippet';
    return fail('protocol', 'Perl has no collector of garbage') if ($case->{gc} // 'on') ne 'on';
    for my $module (@{ $case->{needs} }) {
        (my $file = "$module.pm") =~ s{::}{/}g;
        next if eval { require $file };
        return fail('missing', $module) if $@ =~ /^Can't locate \Q$file\E /;
        return fail('died', "$module does not load: $@");
    }
    my @names = sort keys %{ $case->{params} };
    local @values = @{ $case->{params} }{@names};
    $compiled = 0;
    my ($left, @subs) = (1);
    { @subs = compile(source($case->{parts}, @names)); $left = 0 }    # a block, for next and last to leave
    return not_compiled($case->{parts}, $left || @subs ? '' : $@) if ref $subs[0] ne 'CODE';
    ($code, $teardown, $before_each) = @subs;
    $code = $code->() if defined $orders && length($case->{parts}{code} // '');    # which of the script's it is
    $code = with_dose($code, $case->{dose}) or return failed('died', $@) if $case->{dose};
    @reading_cost = $before_each ? null_readings() : ();
    $clock_cost   = $before_each ? null_iteration() : null_slice();
    reply('{"type":"prepared"}');
}

# The code with events before it, in the place of the code.
sub with_dose {
    my ($code, $given) = @_;
    my $dose = eval { load('doses'); dose($given, \%number) } or return;
    return sub { $dose->(); goto &$code };
}

sub tear_down {
    { eval { $teardown->() if $teardown } }    # a block, for next and last to leave
}

# The whole snippet as one text: one lexical scope, each part with a #line of its own, so that perl's messages tell the
# part and the line within it. What follows a part ends its last statement, and POD that goes on to its end.
sub source {
    my ($parts, @names) = @_;
    my $part = sub { "\n#line 1 \"cmpthese:$_[0]\"\n" . ($parts->{ $_[0] } // '') . "\n;\n=pod\n\n=cut\n\n" };
    my $binding = @names ? 'my (' . join(', ', map "\$$_", @names) . ') = @Cmpthese::Host::values;' : '';
    my $optional = sub { length($parts->{ $_[0] } // '') ? 'sub {' . $part->($_[0]) . '}' : 'undef' };
    return "package main; $pragmas \$Cmpthese::Host::compiled = 1; $binding"
        . join('', map $part->($_), qw(prelude setup variant_setup))
        . '(sub {' . $part->('code') . '}, ' . $optional->('teardown') . ', ' . $optional->('before_each') . ')';
}

sub batch {
    my ($iterations, $count, $bare) = @_;
    return each_by_itself($iterations / $count, $count, $bare) if $before_each;
    clocks_for($count);
    my $value;
    my @before = $bare ? () : readings();
    my $done   = eval { $value = time_slices(int($iterations / $count), $count); 1 };
    my $error  = $@;
    my @after  = $bare ? () : readings();
    exit 0 if $$ != $host;    # a child that the snippet forked and that ran on into the host
    return { error => $error } if !$done;
    return left_early() if $left != -1 || ref $value eq ref $never;
    my $slices = slice_times($count);
    return { value => $value, slices => $slices, delayed => delayed($slices), readings => $bare ? [] : difference(\@before, \@after) };
}

sub left_early { return { error => "the code leaves the loop around it with last or next at cmpthese:code line 1.\n" } }

# A batch in which something runs before each iteration that is in none of the times and counters.
sub each_by_itself {
    my ($slice, $count, $bare) = @_;
    my ($value, @slices, @readings);
    my $done  = eval { $value = time_iterations($slice, $count, \@slices, $bare ? undef : \@readings); 1 };
    my $error = $@;
    exit 0 if $$ != $host;
    return { error => $error } if !$done;
    return left_early() if $left != -1 || ref $value eq ref $never;
    return { value => $value, slices => \@slices, readings => \@readings };
}

# One reading more than slices.
sub clocks_for {
    my ($last) = @_;
    $#clock = $last if $#clock > $last;
    while ($#clock < $last) {
        push @clock, "\0" x 16;
        read_clock($clock[-1]);
    }
    push @usage, "\0" x 144 while $rusage_call && @usage < 2;
}

# Runs the code in scalar context, as `my $answer = f()` would. The inner loop holds nothing else: its cost is that of the empty
# snippet, which is measured as a variant of its own. The clock is read between slices.
sub time_slices {
    my ($slice, $count) = @_;
    my ($value, $next) = ($never, 0);
    $slices = $count;
    syscall $rusage_call, 0, $usage[0] if $rusage_call;
    read_clock($clock[$next++]);
    while ($slices--) {
        $left = $slice;
        while ($left--) { $value = $code->() }
        read_clock($clock[$next++]);
        return $value if $left != -1;
    }
    syscall $rusage_call, 0, $usage[1] if $rusage_call;
    return $value;
}

# The part of a batch of such slices in which it could have run and others had the CPU. Who waits for something of its own accord, or has
# several threads, is not known to have lost any.
sub delayed {
    my ($slices_ns) = @_;
    return 0 if !$rusage_call;
    my ($before, $after) = map [unpack 'q18', $_], @usage;
    return 0 if $after->[16] != $before->[16];    # ru_nvcsw
    my ($seconds, $micros) = map $after->[$_] + $after->[$_ + 2] - $before->[$_] - $before->[$_ + 2], 0, 1;
    my $lost = -$seconds * 1_000_000_000 - $micros * 1000;
    $lost += $_ for @{$slices_ns};
    return $lost > 0 ? $lost : 0;
}

# The same where something runs before each iteration: a slice takes what its iterations take, each without what reading the clock
# takes, which is added up between them, where nothing is timed.
sub time_iterations {
    my ($slice, $count, $slices_ns, $readings) = @_;
    my ($value, $start, $end) = ($never, "\0" x 16, "\0" x 16);
    read_clock($_) for $start, $end;
    $slices = $count;
    while ($slices--) {
        $left = $slice;
        push @$slices_ns, 0;
        while ($left--) {
            $before_each->();
            my @before = $readings ? readings() : ();
            read_clock($start);
            $value = $code->();
            read_clock($end);
            add_readings($readings, \@before, [readings()]) if $readings;
            my $took = between($start, $end) - $clock_cost;
            $slices_ns->[-1] += $took if $took > 0;
        }
        return $value if $left != -1;
    }
    return $value;
}

# Adds what happened between two readings; the peak of memory is a level.
sub add_readings {
    my ($sums, $before, $after) = @_;
    my $more = difference($before, $after);
    for (0 .. $#$more) {
        $sums->[$_] = $more->[$_] + ($_ == 0 && $rusage_call ? 0 : $sums->[$_] // 0);
    }
}

# Nanoseconds between two readings of the clock.
sub between {
    my ($s1, $ns1, $s2, $ns2) = unpack 'q*', $_[0] . $_[1];
    return ($s2 - $s1) * 1_000_000_000 + $ns2 - $ns1;
}

# What an iteration takes by itself that runs nothing: the least of a few.
sub null_iteration {
    my ($start, $end) = ("\0" x 16, "\0" x 16);
    my $least;
    for (1 .. 16) {
        read_clock($start);
        read_clock($end);
        my $took = between($start, $end);
        $least = $took if !defined $least || $took < $least;
    }
    return $least;
}

# Nanoseconds between the readings of the clock around each slice.
sub slice_times {
    my ($slices) = @_;
    my @parts = unpack 'q*', join '', @clock;
    my @first = map { 2 * $_ } 0 .. $slices - 1;
    my @times = map { ($parts[$_ + 2] - $parts[$_]) * 1_000_000_000 + $parts[$_ + 3] - $parts[$_ + 1] } @first;
    return [map { $_ > $clock_cost ? $_ - $clock_cost : 0 } @times];
}

# What a slice takes that runs nothing: the least of a few.
sub null_slice {
    clocks_for(16);
    time_slices(0, 16);
    $clock_cost = 0;
    return (sort { $a <=> $b } @{ slice_times(16) })[0];
}

sub answer {
    my ($check) = @_;
    my $batch = batch(1, 1, 1);
    return failed('died', $batch->{error}) if exists $batch->{error};
    $batch->{value} = undef if defined $orders;    # nobody wrote it to be compared, and it may be anything
    local @INC = @inc;
    local @SIG{qw(__DIE__ __WARN__)};
    my $answer = eval { load('answers'); canonical_answer($batch->{value}, $check) } or return failed('died', $@);
    reply("{\"type\":\"answer\",$answer}");
}

sub send_sample {
    my ($iterations, $count, $bare) = @_;
    $count ||= 1;
    return fail('protocol', 'no slices of equally many iterations') if $iterations % $count;
    my ($sample, $error) = sample($iterations, $count, $bare);
    return failed('died', $error) if !defined $sample;
    reply($sample);    # what it was made of is freed before it is sent: another worker may run then
}

sub sample {
    my ($iterations, $count, $bare) = @_;
    @reading_cost = null_readings() if !$bare && !@reading_cost;
    my $batch = batch($iterations, $count, $bare);
    return (undef, $batch->{error}) if exists $batch->{error};
    delete $batch->{value};
    my @readings  = @{ $batch->{readings} };
    my @slices_ns = @{ $batch->{slices} };
    my $wall_ns   = 0;
    $wall_ns += $_ for @slices_ns;
    my $each = $count > 1 ? sprintf(',"slices_ns":[%s]', join ',', @slices_ns) : '';
    my $delayed = $batch->{delayed} // 0;
    $delayed = $wall_ns if $delayed > $wall_ns;
    return sprintf '{"type":"sample","iterations":%d,"readings":{"wall_ns":%d,"delayed_ns":%d%s}%s}',
        $iterations, $wall_ns, $delayed, join('', map ",\"$metrics[$_]\":$readings[$_]", 0 .. $#readings), $each;
}

# ---- clock and counters: clock_gettime(2) through syscall, because Time::HiRes takes longer to load than all of the host;
# getrusage(2) likewise, because no core module offers it; and /proc/self/io ----

# Of machines whose numbers have 64 bits: by what the program of perl itself says of the machine that it is for (e_machine of ELF),
# because Config takes long to load.
sub system_call_numbers {
    my %numbers = (
        62  => { read => 0,  madvise => 28,  close => 3,  getrusage => 98,  clock_gettime => 228, clone => 56,  prctl => 157 },    # x86-64
        183 => { read => 63, madvise => 233, close => 57, getrusage => 165, clock_gettime => 113, clone => 220, prctl => 167 },    # arm64
        243 => { read => 63, madvise => 233, close => 57, getrusage => 165, clock_gettime => 113, clone => 220, prctl => 167 },    # riscv64
        21  => { read => 3,  madvise => 205, close => 6,  getrusage => 77,  clock_gettime => 246, clone => 120, prctl => 171 },    # ppc64
        22  => { read => 3,  madvise => 219, getrusage => 77,  clock_gettime => 260 },    # s390x, whose clone takes its arguments in another order
    );
    my ($of_64_bits, $machine) = program_header();
    return %{ $^O eq 'linux' && $of_64_bits && $numbers{$machine} || {} };
}

sub find_counters {
    my @of_rusage = qw(peak_rss_bytes user_ns sys_ns minor_faults major_faults blocks_in blocks_out voluntary_switches involuntary_switches);
    my @of_io     = qw(read_bytes write_bytes read_calls write_calls);
    my ($call, $clock) = @number{qw(getrusage clock_gettime)};
    $absent{$_} = 'Perl counts references, and has no collector' for qw(collections collection_ns);
    $absent{compilation_ns} = 'nothing is compiled while it runs';
    require Time::HiRes if !defined $clock;
    if (!defined $call) {
        $absent{$_} = 'no known number of getrusage(2) for this perl' for @of_rusage;
    }
    my $file;
    if (!open $file, '<', '/proc/self/io') {
        $absent{$_} = "/proc/self/io: $!" for @of_io;
        undef $file;
    }
    @metrics = (defined $call ? @of_rusage : (), defined $file ? @of_io : ());
    return ($call, $clock, $file);
}

# Whether the program that runs is one of ELF with 64 bits, and for which machine.
sub program_header {
    my $header = '';
    if (open my $program, '<:raw', '/proc/self/exe') { sysread $program, $header, 20 }
    return if length $header != 20;
    my ($magic, $class, $machine) = unpack 'a4 C x13 S', $header;
    return ($magic eq "\x7fELF" && $class == 2, $machine);
}

# CLOCK_MONOTONIC, raw, into the variable that is passed.
sub read_clock {
    if   ($clock_call) { syscall $clock_call, 1, $_[0] }
    else               { $_[0] = pack 'q2', split /\./, sprintf '%.9f', Time::HiRes::clock_gettime(1) }
}

# The raw texts, so that nothing is computed next to the timed region.
sub readings {
    my ($rusage, $counts) = ("\0" x 144, '');
    if ($io)          { sysseek $io, 0, 0; sysread $io, $counts, 512 }
    if ($rusage_call) { syscall $rusage_call, 0, $rusage }
    return ($rusage, $counts);
}

# Lists, not tables: after each batch this is run with caches that the snippet has filled, and takes several times what it takes in a loop.
sub difference {
    my ($before, $after) = @_;
    my @first      = numbers(@$before);
    my @last       = numbers(@$after);
    my @difference = map { $last[$_] - $first[$_] } 0 .. $#last;
    for (0 .. $#reading_cost) {
        $difference[$_] -= $reading_cost[$_] < $difference[$_] ? $reading_cost[$_] : $difference[$_];
    }
    $difference[0] = $last[0] if $rusage_call;    # the peak of memory is a level
    return \@difference;
}

# What the raw texts say, in the order of the names of metrics.
sub numbers {
    my ($rusage, $counts) = @_;
    my @numbers;
    if ($rusage_call) {
        my @field = unpack 'q18', $rusage;
        @numbers = (
            $field[4] * 1024,
            $field[0] * 1_000_000_000 + $field[1] * 1000,
            $field[2] * 1_000_000_000 + $field[3] * 1000,
            @field[8, 9, 11, 12, 16, 17]
        );
    }
    push @numbers, $counts =~ /rchar: (\d+)\nwchar: (\d+)\nsyscr: (\d+)\nsyscw: (\d+)/ if $io;
    return @numbers;
}

# What reading the counters itself adds to them: the least of a few readings with nothing in between.
sub null_readings {
    my @least;
    for (1 .. 3) {
        my @before = readings();
        my @after  = readings();
        my @cost   = @{ difference(\@before, \@after) };
        for (0 .. $#cost) {
            $least[$_] = $cost[$_] if !defined $least[$_] || $cost[$_] < $least[$_];
        }
    }
    return @least;
}

# ---- replies ----

sub not_compiled { my ($parts, $error) = @_; load('errors'); fail(error_of_compiling($parts, $error)) }

sub failed { my ($kind, $error) = @_; load('errors'); fail(error_in_words($kind, $error)) }

sub fail {
    my ($kind, $message, $part, $line) = @_;
    my $place = defined $part ? sprintf(',"part":"%s","line":%d', $part, $line) : '';
    reply(sprintf '{"type":"error","kind":"%s","message":%s%s}', $kind, json_text(substr $message, 0, 8192), $place);
}

sub reply {
    exit 0 if $$ != $host;    # a child that the snippet forked outside the loop
    my $rest = "$_[0]\n";
    while (length $rest) {
        my $written = syswrite $replies, $rest;
        exit 1 if !defined $written;
        substr $rest, 0, $written, '';
    }
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

# ---- requests: the JSON of the scheduler, which is well formed ----

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
