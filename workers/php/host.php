<?php
// The PHP host: compiles a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file descriptors 3 and 4.
// It shares its process with what is measured: all that it has lies in the namespace Cmpthese.

namespace Cmpthese;

require __DIR__ . '/answers.php';
require __DIR__ . '/readings.php';
require __DIR__ . '/snippet.php';
require __DIR__ . '/variables.php';

const MESSAGE_MAX = 8192;

final class Host
{
    private static $replies;
    private static int $process;
    private static ?Snippet $prepared = null;
    /** What a fatal error is told as, while something of the snippet is compiled or runs; null between requests. */
    private static ?string $fatal = null;
    private static Readings $readings;
    /** What becomes of the collector meanwhile: on, off, before. */
    private static string $collector = 'on';
    private static int $clockCost = 0;

    public static function main(): void
    {
        self::$process = getmypid();
        $requests = fopen('php://fd/3', 'r');
        self::$replies = fopen('php://fd/4', 'w');
        self::$readings = new Readings();
        stream_wrapper_register('cmpthese', Parts::class);
        register_shutdown_function(self::tellFatalError(...));
        $absent = (object) self::$readings->absent;
        self::reply(['type' => 'hello', 'protocol' => 1, 'worker' => 'php ' . PHP_VERSION, 'absent' => $absent]);
        while (($line = fgets($requests)) !== false) {
            if (self::serve(json_decode($line, true))) {
                break;
            }
        }
    }

    /** Whether that was the last request. */
    private static function serve(array $request): bool
    {
        $type = $request['type'];
        $isReady = self::$prepared !== null;
        match (true) {
            $type === 'prepare' => self::prepare($request['case']),
            $type === 'answer' && $isReady => self::answer($request['check'] === 'lenient'),
            $type === 'run' && $isReady => self::run($request['iterations'], max($request['slices'] ?? 1, 1), $request['bare'] ?? false),
            $type === 'bye' => self::tearDown(),
            default => self::fail('protocol', "$type cannot be done now"),
        };
        return $type === 'bye';
    }

    private static function prepare(array $case): void
    {
        self::$prepared = null;
        if (self::$collector === 'off') {
            gc_enable();
        }
        self::$collector = 'on';
        array_map(ini_restore(...), array_keys(LIMITS)); // as the case before may have set them
        if ($case['kind'] !== 'snippet') {
            self::fail('protocol', "a case of kind {$case['kind']} is not for a language");
            return;
        }
        $collector = $case['gc'] ?? 'on';
        if (!in_array($collector, ['on', 'off', 'before'], true)) {
            self::fail('protocol', "PHP's collector cannot be $collector");
            return;
        }
        $missing = self::missing($case['needs'] ?? []);
        if ($missing !== null) {
            self::fail('missing', $missing);
            return;
        }
        $isDone = self::guarded('compile', function () use ($case) {
            self::$prepared = new Snippet($case['params'] ?? [], $case['parts']);
        });
        if ($isDone) {
            self::$readings->measureCost();
            self::measureClockCost();
            self::$collector = $collector;
            if ($collector === 'off') {
                gc_collect_cycles();
                gc_disable();
            }
            self::reply(['type' => 'prepared']);
        }
    }

    /** The first of the extensions and files that is not there. */
    private static function missing(array $needs): ?string
    {
        foreach ($needs as $name) {
            $isFile = str_ends_with($name, '.php');
            if ($isFile ? stream_resolve_include_path($name) === false : !extension_loaded($name)) {
                return $name;
            }
        }
        return null;
    }

    private static function answer(bool $isLenient): void
    {
        self::guarded('died', function () use ($isLenient) {
            if (self::$prepared->beforeEach !== null) {
                (self::$prepared->beforeEach)();
            }
            // What runs before each may put them back.
            $given = self::$prepared->beforeEach !== null ? [] : array_map(fn ($value) => $value, Snippet::$params);
            $value = (self::$prepared->code)();
            $answer = withOwnLimits(fn () => answer($value, $isLenient));
            foreach ($given as $name => $value) {
                if ($value !== Snippet::$params[$name] && $value === $value) {
                    self::fail('died', "the code changes the parameter $name: the next iteration would begin with another one");
                    return;
                }
            }
            self::reply(['type' => 'answer'] + $answer);
        });
    }

    private static function tearDown(): void
    {
        try {
            if (self::$prepared?->teardown !== null) {
                (self::$prepared->teardown)();
            }
        } catch (\Throwable) {
            // The worker ends all the same.
        }
        self::reply(['type' => 'bye']);
    }

    // ---- batches ----

    private static function run(int $iterations, int $count, bool $isBare): void
    {
        if ($count > 1000 || $iterations % $count !== 0) {
            self::fail('protocol', 'no slices of equally many iterations');
            return;
        }
        if (self::$collector === 'before') {
            gc_collect_cycles();
        }
        self::guarded('died', function () use ($iterations, $count, $isBare) {
            $batch = self::$prepared->beforeEach === null
                ? self::together(intdiv($iterations, $count), $count, $isBare)
                : self::eachByItself(intdiv($iterations, $count), $count, $isBare);
            [$slices, $lost, $counted] = $batch;
            $wall = array_sum($slices);
            $readings = ['wall_ns' => $wall] + ($lost === null ? [] : ['delayed_ns' => min($lost, $wall)]) + $counted;
            $each = $count > 1 ? ['slices_ns' => $slices] : [];
            self::reply(['type' => 'sample', 'iterations' => $iterations, 'readings' => $readings] + $each);
        });
    }

    private static function together(int $length, int $count, bool $isBare): array
    {
        $before = $isBare ? null : self::$readings->before();
        [$clock, $usage] = self::timeSlices(self::$prepared->code, $length, $count);
        $counted = $isBare ? [] : self::$readings->difference($before, self::$readings->after());
        $slices = [];
        for ($slice = 0; $slice < $count; ++$slice) {
            $slices[] = max($clock[$slice + 1] - $clock[$slice] - self::$clockCost, 0);
        }
        return [$slices, Readings::delayed($usage, $clock[$count] - $clock[0]), $counted];
    }

    /** Keeps the value until the next call. Nothing else is between the readings of the clock, which go into an array that is there already. */
    private static function timeSlices(\Closure $code, int $length, int $count): array
    {
        $value = null;
        $clock = array_fill(0, $count + 1, 0);
        $before = \getrusage();
        $clock[0] = \hrtime(true);
        for ($slice = 1; $slice <= $count; ++$slice) {
            for ($left = $length; $left > 0; --$left) {
                $value = $code();
            }
            $clock[$slice] = \hrtime(true);
        }
        return [$clock, [$before, \getrusage()]];
    }

    /** A batch in which something runs before each iteration that is in none of the times and counters. */
    private static function eachByItself(int $length, int $count, bool $isBare): array
    {
        ['code' => $code, 'beforeEach' => $beforeEach] = get_object_vars(self::$prepared);
        $slices = array_fill(0, $count, 0);
        $counted = [];
        $value = $before = null;
        for ($slice = 0; $slice < $count; ++$slice) {
            for ($left = $length; $left > 0; --$left) {
                $beforeEach();
                $before = $isBare ? null : self::$readings->before();
                $start = \hrtime(true);
                $value = $code();
                $end = \hrtime(true);
                if (!$isBare) {
                    $counted = Readings::added($counted, self::$readings->difference($before, self::$readings->after()));
                }
                $slices[$slice] += max($end - $start - self::$clockCost, 0);
            }
        }
        return [$slices, null, $counted];
    }

    /** What a slice of nothing takes: the least of a few. */
    private static function measureClockCost(): void
    {
        [$clock] = self::timeSlices(static fn () => null, 0, 16);
        $costs = [];
        for ($slice = 0; $slice < 16; ++$slice) {
            $costs[] = $clock[$slice + 1] - $clock[$slice];
        }
        self::$clockCost = min($costs);
    }

    // ---- errors and replies ----

    /** Whether something of the snippet's went well; what went wrong is told. `$kind` is what a fatal error is. */
    private static function guarded(string $kind, \Closure $act): bool
    {
        self::$fatal = $kind;
        try {
            $act();
            return true;
        } catch (\Throwable $error) {
            $place = withOwnLimits(fn () => Parts::placeOf($error));
            $isOfText = $error instanceof WrongName || $error instanceof \ParseError && $kind === 'compile' && Parts::part($error->getFile());
            self::fail($isOfText ? 'compile' : 'died', $error->getMessage() ?: 'an exception of class ' . $error::class, ...$place);
            return false;
        } finally {
            self::$fatal = null;
        }
    }

    /** What PHP ends with, which no code can catch. */
    private static function tellFatalError(): void
    {
        $error = error_get_last();
        $isFatal = $error !== null && ($error['type'] & (E_ERROR | E_CORE_ERROR | E_COMPILE_ERROR | E_PARSE | E_USER_ERROR)) !== 0;
        if ($isFatal && self::$fatal !== null) {
            $part = Parts::part($error['file']);
            $kind = $error['type'] === E_COMPILE_ERROR && $part !== null ? self::$fatal : 'died';
            self::fail($kind, $error['message'], ...($part === null ? [] : [$part, $error['line']]));
        }
    }

    private static function fail(string $kind, string $message, ?string $part = null, int $line = 0): void
    {
        $place = $part === null ? [] : ['part' => $part, 'line' => $line];
        $message = withOwnLimits(fn () => inUtf8(substr($message, 0, MESSAGE_MAX)));
        self::reply(['type' => 'error', 'kind' => $kind, 'message' => $message] + $place);
    }

    private static function reply(array $reply): void
    {
        if (getmypid() !== self::$process) {
            posix_kill(getmypid(), 9); // a child that the snippet forked and that ran on into the host
        }
        $rest = json_encode($reply, JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR) . "\n";
        while ($rest !== '') {
            $written = fwrite(self::$replies, $rest);
            if ($written === false || $written === 0) {
                exit(1);
            }
            $rest = substr($rest, $written);
        }
    }
}

/** Bytes that are no text are taken as Latin-1. */
function inUtf8(string $text): string
{
    if (preg_match('//u', $text)) {
        return $text;
    }
    $wide = fn (array $match) => chr(0xC0 | ord($match[0]) >> 6) . chr(0x80 | ord($match[0]) & 0x3F);
    return preg_replace_callback('/[\x80-\xFF]/', $wide, $text);
}

Host::main();
