<?php
// Counters: getrusage(2) and /proc/self/io.

namespace Cmpthese;

final class Readings
{
    private const OF_IO = ['rchar' => 'read_bytes', 'wchar' => 'write_bytes', 'syscr' => 'read_calls', 'syscw' => 'write_calls'];

    /** Metrics that cannot be read, with the reason. */
    public array $absent = [];
    private bool $hasIo;
    /** What reading the counters itself adds to them. */
    private array $cost = [];

    public function __construct()
    {
        $this->hasIo = @file_get_contents('/proc/self/io') !== false;
        if (!$this->hasIo) {
            $this->absent = array_fill_keys(self::OF_IO, '/proc/self/io cannot be read');
            error_clear_last();
        }
        if (!isset(gc_status()['collector_time'])) {
            $this->absent['collection_ns'] = 'PHP tells it since 8.3';
        }
    }

    /** As they came, so that nothing is computed next to the timed region. */
    public function before(): array
    {
        $counts = $this->hasIo ? file_get_contents('/proc/self/io') : '';
        return [\getrusage(), $counts, \gc_status()];
    }

    public function after(): array
    {
        $usage = \getrusage();
        return [$usage, $this->hasIo ? file_get_contents('/proc/self/io') : '', \gc_status()];
    }

    /** What happened between two readings; the peak of memory is a level. */
    public function difference(array $before, array $after): array
    {
        $first = self::numbers($before);
        $difference = [];
        foreach (self::numbers($after) as $metric => $number) {
            $cost = $this->cost[$metric] ?? 0;
            $difference[$metric] = $metric === 'peak_rss_bytes' ? $number : max($number - $first[$metric] - $cost, 0);
        }
        return $difference;
    }

    /** The sum of both, and the last peak. */
    public static function added(array $counted, array $more): array
    {
        foreach ($more as $metric => $number) {
            $counted[$metric] = $metric === 'peak_rss_bytes' ? $number : ($counted[$metric] ?? 0) + $number;
        }
        return $counted;
    }

    /** The least of a few readings with nothing in between. */
    public function measureCost(): void
    {
        $this->cost = [];
        $least = null;
        for ($try = 0; $try < 5; ++$try) {
            $before = $this->before();
            $cost = $this->difference($before, $this->after());
            $least = $least === null ? $cost : array_map(min(...), array_combine(array_keys($cost), $cost), $least);
            $least = array_combine(array_keys($cost), $least);
        }
        $this->cost = $least;
    }

    /** The part of a batch in which it could have run and others had the CPU. It is not known of who waits of its own accord. */
    public static function delayed(array $usage, int $wall): ?int
    {
        [$before, $after] = $usage;
        $spent = self::nanoseconds($after, 'utime') + self::nanoseconds($after, 'stime')
            - self::nanoseconds($before, 'utime') - self::nanoseconds($before, 'stime');
        return $before['ru_nvcsw'] === $after['ru_nvcsw'] ? max($wall - $spent, 0) : null;
    }

    private static function nanoseconds(array $usage, string $which): int
    {
        return $usage["ru_$which.tv_sec"] * 1_000_000_000 + $usage["ru_$which.tv_usec"] * 1000;
    }

    private static function numbers(array $reading): array
    {
        [$usage, $counts, $collected] = $reading;
        $numbers = [
            'peak_rss_bytes' => $usage['ru_maxrss'] * 1024,
            'user_ns' => self::nanoseconds($usage, 'utime'),
            'sys_ns' => self::nanoseconds($usage, 'stime'),
            'minor_faults' => $usage['ru_minflt'],
            'major_faults' => $usage['ru_majflt'],
            'blocks_in' => $usage['ru_inblock'],
            'blocks_out' => $usage['ru_oublock'],
            'voluntary_switches' => $usage['ru_nvcsw'],
            'involuntary_switches' => $usage['ru_nivcsw'],
            'collections' => $collected['runs'],
        ];
        if (isset($collected['collector_time'])) {
            $numbers['collection_ns'] = (int) round($collected['collector_time'] * 1e9);
        }
        foreach (explode("\n", $counts) as $line) {
            [$key, $count] = explode(': ', $line) + ['', ''];
            if (isset(self::OF_IO[$key])) {
                $numbers[self::OF_IO[$key]] = (int) $count;
            }
        }
        return $numbers;
    }
}
