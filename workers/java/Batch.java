package cmpthese;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A batch: the loops with the clock, and what was read around them. */
final class Batch {
    /** What two readings of the clock without anything between them take. */
    private static long clockCost;

    private final Snippet snippet;
    private final Code code;
    private final long length;
    private final boolean isBare;
    private final long[] slices;
    private final long[] sums = Counters.sums();
    private long lost = -1;

    /** Of so many slices of so many iterations. */
    Batch(Snippet snippet, Code code, int count, long length, boolean isBare) {
        this.snippet = snippet;
        this.code = code;
        this.length = length;
        this.isBare = isBare;
        slices = new long[count];
    }

    /** Often enough that the clock is read as it will be. */
    static void measureClock() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20_000; round++) {
            long start = System.nanoTime();
            least = Math.min(least, System.nanoTime() - start);
        }
        clockCost = Math.max(least, 0);
    }

    void run() throws Throwable {
        if (snippet.cmpthese_has_before_each()) {
            eachByItself();
            return;
        }
        long[] clocks = new long[slices.length + 1];
        if (!isBare) Counters.before();
        together(code, length, clocks);
        if (!isBare) {
            Counters.after();
            Counters.add(sums);
        }
        for (int slice = 0; slice < slices.length; slice++) {
            slices[slice] = Math.max(clocks[slice + 1] - clocks[slice] - clockCost, 0);
        }
        lost = Counters.delayed(clocks[slices.length] - clocks[0]);
    }

    /** Nothing else is between the readings of the clock. Each slice is a call of its own, which the JVM compiles as one. */
    private static void together(Code code, long length, long[] clocks) throws Throwable {
        Counters.usage(Counters.FIRST);
        clocks[0] = System.nanoTime();
        for (int slice = 1; slice < clocks.length; slice++) {
            code.slice(length);
            clocks[slice] = System.nanoTime();
        }
        Counters.usage(Counters.LAST);
    }

    /** Something runs before each iteration that is in none of the times and counters. */
    private void eachByItself() throws Throwable {
        for (int slice = 0; slice < slices.length; slice++) {
            for (long left = length; left > 0; left--) {
                snippet.cmpthese_before_each();
                if (!isBare) Counters.before();
                long start = System.nanoTime();
                code.slice(1);
                long end = System.nanoTime();
                if (!isBare) {
                    Counters.after();
                    Counters.add(sums);
                }
                slices[slice] += Math.max(end - start - clockCost, 0);
            }
        }
    }

    Map<String, Object> sample() {
        long wall = 0;
        List<Object> each = new ArrayList<>();
        for (long slice : slices) {
            wall += slice;
            each.add(slice);
        }
        Map<String, Object> readings = new LinkedHashMap<>();
        readings.put("wall_ns", wall);
        if (lost >= 0) readings.put("delayed_ns", Math.min(lost, wall));
        if (!isBare) Counters.put(sums, readings);
        Map<String, Object> sample = new LinkedHashMap<>();
        sample.put("type", "sample");
        sample.put("iterations", length * slices.length);
        sample.put("readings", readings);
        if (slices.length > 1) sample.put("slices_ns", each);
        return sample;
    }
}
