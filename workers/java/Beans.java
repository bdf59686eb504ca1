package cmpthese;

import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongSupplier;
import sun.management.ManagementFactoryHelper;

/** What the JVM tells of its collectors and compilers: totals since it was started. */
final class Beans {
    /** In the order of read. */
    static final String[] NAMES = {"collections", "collection_ns", "compilation_ns", "compilations"};

    private static final long NS_OF_MS = 1_000_000;
    private static final List<GarbageCollectorMXBean> collectors;
    /** None where there is only an interpreter. */
    private static final CompilationMXBean compiler;
    /** How often it compiled; none where the JVM does not tell. */
    private static final LongSupplier compilations;

    static {
        List<GarbageCollectorMXBean> ofGarbage;
        CompilationMXBean ofCode;
        try {
            // What ManagementFactory gives as well, after it has looked for all the others that there may be: a third of the start of the host.
            ofGarbage = ManagementFactoryHelper.getGarbageCollectorMXBeans();
            ofCode = ManagementFactoryHelper.getCompilationMXBean();
        } catch (LinkageError error) {
            ofGarbage = ManagementFactory.getGarbageCollectorMXBeans();
            ofCode = ManagementFactory.getCompilationMXBean();
        }
        collectors = ofGarbage;
        compiler = ofCode;
        compilations = countOfCompilations();
    }

    private static LongSupplier countOfCompilations() {
        try {
            LongSupplier count = ManagementFactoryHelper.getHotspotCompilationMBean()::getTotalCompileCount;
            return count.getAsLong() > 0 ? count : null;
        } catch (LinkageError | RuntimeException error) {
            return null;
        }
    }

    private Beans() {}

    static boolean tellsOfCompilers() {
        return compiler != null && compiler.isCompilationTimeMonitoringSupported();
    }

    static boolean countsCompilations() {
        return compilations != null;
    }

    static void read(long[] into) {
        into[0] = 0;
        into[1] = 0;
        for (int i = 0; i < collectors.size(); i++) {
            into[0] += Math.max(collectors.get(i).getCollectionCount(), 0);
            into[1] += Math.max(collectors.get(i).getCollectionTime(), 0) * NS_OF_MS;
        }
        into[2] = tellsOfCompilers() ? compiler.getTotalCompilationTime() * NS_OF_MS : 0;
        into[3] = countsCompilations() ? compilations.getAsLong() : 0;
    }
}
