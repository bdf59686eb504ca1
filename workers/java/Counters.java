package cmpthese;

import java.io.File;
import java.util.LinkedHashMap;
import java.util.Map;

/** The counters around a batch: they are read into slots of counters.c, and compared afterwards. */
final class Counters {
    /** In the order of counters.c; the first is a level, and the last four are those of /proc/self/io. */
    static final String[] NAMES = {
        "peak_rss_bytes", "user_ns", "sys_ns", "minor_faults", "major_faults", "blocks_in", "blocks_out", "voluntary_switches",
        "involuntary_switches", "read_bytes", "write_bytes", "read_calls", "write_calls",
    };
    private static final int OF_RUSAGE = 9;
    private static final int USER = 1;
    private static final int SYSTEM = 2;
    private static final int OWN_SWITCHES = 13;

    /** The slots: around a batch, and next to its clocks. */
    static final int BEFORE = 0;
    static final int AFTER = 1;
    static final int FIRST = 2;
    static final int LAST = 3;

    static final Map<String, Object> absent = new LinkedHashMap<>();
    /** How many of the names can be read. */
    private static int count = NAMES.length;
    /** What reading adds to what is read. */
    private static final long[] cost = new long[NAMES.length];
    private static final long[][] beans = new long[2][Beans.NAMES.length];

    private Counters() {}

    private static native int open();

    /** getrusage(2) of the process and of the calling thread. */
    static native void usage(int slot);

    /** /proc/self/io. */
    static native void counts(int slot);

    static native long value(int slot, int which);

    static void load() {
        System.load(new File(System.getProperty("java.class.path"), "counters.so").getAbsolutePath());
        int error = open();
        if (error != 0) {
            count = OF_RUSAGE;
            for (int i = OF_RUSAGE; i < NAMES.length; i++) absent.put(NAMES[i], "/proc/self/io: error " + error);
        }
        if (!Beans.tellsOfCompilers()) absent.put("compilation_ns", "this JVM does not tell");
        if (!Beans.countsCompilations()) absent.put("compilations", "this JVM does not tell");
        long[] least = null;
        for (int round = 0; round < 5; round++) {
            before();
            after();
            long[] read = sums();
            add(read);
            for (int i = 0; i < NAMES.length; i++) read[i] = least == null ? read[i] : Math.min(read[i], least[i]);
            least = read;
        }
        System.arraycopy(least, 0, cost, 0, cost.length);
    }

    /** Room for what add adds up: the counters, and behind them what the JVM tells. */
    static long[] sums() {
        return new long[NAMES.length + Beans.NAMES.length];
    }

    static void before() {
        Beans.read(beans[BEFORE]);
        counts(BEFORE);
        usage(BEFORE);
    }

    static void after() {
        usage(AFTER);
        counts(AFTER);
        Beans.read(beans[AFTER]);
    }

    /** Adds what happened between the two. */
    static void add(long[] sums) {
        sums[0] = value(AFTER, 0);
        for (int i = 1; i < count; i++) sums[i] += Math.max(value(AFTER, i) - value(BEFORE, i) - cost[i], 0);
        for (int i = 0; i < Beans.NAMES.length; i++) sums[NAMES.length + i] += Math.max(beans[AFTER][i] - beans[BEFORE][i], 0);
    }

    static void put(long[] sums, Map<String, Object> readings) {
        for (int i = 0; i < count; i++) readings.put(NAMES[i], sums[i]);
        for (int i = 0; i < Beans.NAMES.length; i++) {
            if (!absent.containsKey(Beans.NAMES[i])) readings.put(Beans.NAMES[i], sums[NAMES.length + i]);
        }
    }

    /**
     * The part of a batch in which it could have run and others had the CPU: elapsed time less that of all threads of the process, because the JVM's own may
     * have had it. It is not known, and less than nothing, of whoever waited for something of its own accord.
     */
    static long delayed(long wall) {
        if (value(FIRST, OWN_SWITCHES) != value(LAST, OWN_SWITCHES)) return -1;
        long ran = value(LAST, USER) - value(FIRST, USER) + value(LAST, SYSTEM) - value(FIRST, SYSTEM);
        return Math.max(wall - ran, 0);
    }
}
