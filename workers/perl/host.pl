# The Perl host: compiles a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file
# descriptors 3 and 4, or forks itself into as many workers as its argument says, or into one whenever it is told to, in a script
# that runs it (Benchmark::Cmpthese). It shares its process with what is measured, and is started for each launch, so it loads as
# little as it can: no module, and what answers and errors need is compiled with the first of them.
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
my $has_forked;         # in this batch: who had the CPU then may have been a child that is gone
BEGIN {
    BEGIN { ${^WARNING_BITS} = '' }    # a script may have its own already, with another prototype or none
    my $fork = defined &CORE::GLOBAL::fork ? \&CORE::GLOBAL::fork : sub { CORE::fork() };
    *CORE::GLOBAL::fork = sub () {
        my $child = $fork->();
        $has_forked = 1;
        $left = $slices = 0 if defined $child && !$child;
        return $child;
    };
}

# What is compiled when it is needed (answers, errors, doses) is read before the snippet may have taken all descriptors.
my ($folder) = do { __FILE__ =~ m{\A(.*/)}s };    # in a block: the $1 of a script is left alone
my %texts = map { $_ => whole_file("$folder$_.pl") } qw(json system_calls starts counters answers errors doses);
load($_) for qw(json system_calls starts);
our (%number, %absent, @metrics);
our $orders;    # where a script is told to fork workers of itself; set by Benchmark::Cmpthese
my $count = defined $orders ? undef : shift @ARGV;    # a script's arguments are its own
my ($requests, $replies) = defined $orders ? pipes_of_script() : pipes_at(defined $count ? fork_workers($count) : 3);
for my $pipe ($requests, $replies) {
    fcntl $pipe, 2, 1;    # F_SETFD, FD_CLOEXEC: programs that a snippet starts must not hold the pipes
}
load('counters');    # those of the process that works
my $host  = $$;
my @inc   = @INC;                           # a snippet may change it before the host loads what it needs for answers
my $never = bless [], 'Cmpthese::Never';    # the value of code that has not returned

our @values;      # what the parameters of the snippet are bound to
our $compiled;    # set when the snippet begins to run
my ($case, $next, $is_set_up);    # what is prepared, what comes after it, whether its parts have run up to the code
my ($code, $teardown, $before_each, $params, $clock_cost);
my @clock;        # readings of the clock: texts that are there before a batch begins

my @doses = ((map "read-call", grep defined, $number{read}), (map "minor-fault", grep defined, $number{madvise}), 'copied-byte');
reply(sprintf '{"type":"hello","protocol":1,"worker":%s%s,"absent":{%s},"doses":[%s]}',
    json_text(sprintf 'perl %vd', $^V), defined $count || defined $orders ? ",\"pid\":$host" : '',
    join(',', map { json_text($_) . ':' . json_text($absent{$_}) } sort keys %absent), join ',', map "\"$_\"", @doses);

$next = next_case();
while ($case = $next) {
    ($next, $is_set_up) = ();
    prepare();
    $next = next_case() if !$is_set_up;
}

# Does what is asked of what is prepared. The result is what shall be prepared instead; nothing at the end.
sub next_case {
    while (defined(my $line = next_line())) {
        my $request = parse_json($line);
        my $type    = $request->{type};
        if    ($type eq 'prepare')         { return $request->{case} }
        elsif ($type eq 'bye')             { tear_down(); reply('{"type":"bye"}'); return }
        elsif ($type eq 'answer' && $code) { answer($request->{check}) }
        elsif ($type eq 'run' && $code)    { send_sample(@$request{qw(iterations slices bare)}) }
        else                               { fail('protocol', "$type cannot be done now") }
    }
    return;
}

sub whole_file {
    open my $file, '<:raw', $_[0] or die "$_[0]: $!\n";
    local $/;
    return scalar readline $file;
}

# Compiles one of the other files.
sub load {
    my ($name) = @_;
    my $text = delete $texts{$name} or return;
    compile("$pragmas\n#line 1 \"$name.pl\"\n$text\n1") or die $@;
}

# Without its place in the messages of the code, and in `$.`.
sub next_line {
    local $/ = "\n";
    local $.;
    local $! = 0;
    my $line = readline $requests;
    end_without_pipe() if !defined $line && $!;
    return $line;
}

sub prepare {
    ($code, $teardown, $before_each, $params) = ();
    return fail('protocol', "a case of kind $case->{kind} is not for a language") if $case->{kind} ne 'snippet';
    return fail('protocol', 'Perl has no collector of garbage') if ($case->{gc} // 'on') ne 'on';
    for my $module (@{ $case->{needs} }) {
        (my $file = "$module.pm") =~ s{::}{/}g;
        next if eval { require $file };
        return fail('missing', $module) if $@ =~ /^Can't locate \Q$file\E /;
        return fail('died', "$module does not load: $@");
    }
    my @names = sort keys %{ $case->{params} };
    if (my ($taken) = grep { /^[ab]$/ } @names) {
        my $sorts = grep { /\b(?:sort|reduce|reductions|pair\w+)\b/ } values %{ $case->{parts} };
        return fail('compile', "sort and reduce have `\$$taken` themselves: give the parameter another name") if $sorts;
    }
    local @values = @{ $case->{params} }{@names};
    $compiled = 0;
    $0 = '-e' if !defined $orders;    # as where code is typed: FindBin finds the directory in which it is run
    my ($left, @returned) = (1);
    { @returned = compile(source($case->{parts}, @names)); $left = 0 }    # a block, for next and last to leave
    return not_compiled($case->{parts}, $left || @returned ? '' : $@) if !$is_set_up;
    die $@ if ref $@ || length $@;    # of the host
}

# The snippet calls it at its end, with its functions, and what is asked of it is done before it returns: what a part before the code has
# made `local` is so until the teardown.
sub set_up {
    ($code, $teardown, $before_each, $params) = @_;
    ($is_set_up, @values) = (1);
    if (defined $orders) {    # which of the script's it is, or nothing, called as they are
        $code = length($case->{parts}{code} // '') ? $code->() : Benchmark::Cmpthese::empty();
    }
    finish_preparing();
    $next = next_case();
}

sub finish_preparing {
    $code = with_dose($code, $case->{dose}) or return failed('died', $@) if $case->{dose};
    forget_reading_cost();
    know_reading_cost() if $before_each;
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

# A part with a #line of its own, so that perl's messages tell it and the line within it. What follows it ends its last statement, and
# POD that goes on to its end.
sub text_of_part {
    my ($parts, $name) = @_;
    return "\n#line 1 \"cmpthese:$name\"\n" . ($parts->{$name} // '') . "\n;\n=pod\n\n=cut\n\n";
}

# The whole snippet as one text: one lexical scope.
sub source {
    my ($parts, @names) = @_;
    my $part = sub { text_of_part($parts, $_[0]) };
    my $all     = '(' . join(', ', map "\$$_", @names) . ')';
    my $binding = @names ? "my $all; BEGIN { $all = \@Cmpthese::Host::values }" : '';    # for `use constant`, too
    my $optional = sub { length($parts->{ $_[0] } // '') ? 'sub {' . $part->($_[0]) . '}' : 'undef' };
    my $values = 'sub { +{ ' . join(', ', map "'$_' => \$$_", @names) . ' } }';
    return "package main; $pragmas \$Cmpthese::Host::compiled = 1; $binding"
        . join('', map $part->($_), qw(prelude setup variant_setup))
        . 'Cmpthese::Host::set_up(sub {' . $part->('code') . '}, ' . $optional->('teardown') . ', ' . $optional->('before_each') . ", $values)";
}

sub batch {
    my ($iterations, $count, $bare) = @_;
    return each_by_itself($iterations / $count, $count, $bare) if $before_each;
    clocks_for($count);
    my $value;
    $has_forked = 0;
    my @before = $bare ? () : readings();
    my $done   = eval { $value = time_slices(int($iterations / $count), $count); 1 };
    my $error  = $@;
    my @after  = $bare ? () : readings();
    exit 0 if $$ != $host;    # a child that the snippet forked and that ran on into the host
    return { error => $error } if !$done;
    return left_early() if $left != -1 || ref $value eq ref $never;
    my $slices = slice_times($count);
    my $delayed = $has_forked ? undef : delayed($slices);
    return { value => $value, slices => $slices, delayed => $delayed, readings => $bare ? [] : difference(\@before, \@after) };
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
}

# Runs the code in scalar context, as `my $answer = f()` would. The inner loop holds nothing else: its cost is that of the empty
# snippet, which is measured as a variant of its own. The clock is read between slices.
sub time_slices {
    my ($slice, $count) = @_;
    my ($value, $next) = ($never, 0);
    $slices = $count;
    read_usage(0);
    read_clock($clock[$next++]);
    while ($slices--) {
        $left = $slice;
        while ($left--) { $value = $code->() }
        read_clock($clock[$next++]);
        return $value if $left != -1;
    }
    read_usage(1);
    return $value;
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
    my $given = $before_each ? {} : $params->();    # it may put them back
    my $batch = batch(1, 1, 1);
    return failed('died', $batch->{error}) if exists $batch->{error};
    my $left = $params->();
    my ($changed) = grep { ($given->{$_} // '') ne ($left->{$_} // '') } sort keys %$given;
    return fail('died', "the code changes the parameter $changed: the next iteration would begin with another one") if defined $changed;
    $batch->{value} = undef if defined $orders;    # nobody wrote it to be compared, and it may be anything
    my ($line, $note) = defined $orders || defined $batch->{value} ? (0, '') : of_sort($case->{parts});
    return fail('compile', 'sort in scalar context sorts nothing: write [sort ...]', 'code', $line) if $line;
    local @INC = @inc;
    local @SIG{qw(__DIE__ __WARN__)};
    my $answer = eval {
        load('answers');
        $batch->{value} = undef if ends_in_loop($case->{parts}{code} // '');
        canonical_answer($batch->{value}, $check);
    } or return failed('died', $@);
    reply("{\"type\":\"answer\",$answer" . ($note ? ',"notes":[' . json_text($note) . ']}' : '}'));
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
    know_reading_cost() if !$bare;
    my $batch = batch($iterations, $count, $bare);
    return (undef, $batch->{error}) if exists $batch->{error};
    delete $batch->{value};
    my @readings  = @{ $batch->{readings} };
    my @slices_ns = @{ $batch->{slices} };
    my $wall_ns   = 0;
    $wall_ns += $_ for @slices_ns;
    my $each = $count > 1 ? sprintf(',"slices_ns":[%s]', join ',', @slices_ns) : '';
    my $delayed = $batch->{delayed};
    $delayed = $wall_ns if defined $delayed && $delayed > $wall_ns;
    return sprintf '{"type":"sample","iterations":%d,"readings":{"wall_ns":%d%s%s}%s}',
        $iterations, $wall_ns, defined $delayed ? ",\"delayed_ns\":$delayed" : '', join('', map ",\"$metrics[$_]\":$readings[$_]", 0 .. $#readings), $each;
}

sub of_sort { load('errors'); what_sorts_nothing($_[0]) }

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
        next if !defined $written && $! == 4;    # EINTR
        end_without_pipe() if !defined $written;
        substr $rest, 0, $written, '';
    }
}

# Nobody can be told but by the error output.
sub end_without_pipe {
    syswrite STDERR, "the code closed the descriptors of the worker\n" if $! == 9;    # EBADF
    close STDERR;                                                                      # perl closes each once more at its end, and warns
    exit 1;
}
