package cmpthese;

import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import sun.management.HotspotCompilationMBean;
import sun.management.ManagementFactoryHelper;

/** What the JVM tells of its collectors and compilers: totals since it was started. */
final class Beans {
    /** In the order of read. */
    static final String[] NAMES = {"collections", "collection_ns", "compilation_ns", "compilations"};

    private static final long NS_OF_MS = 1_000_000;
    private static final List<GarbageCollectorMXBean> collectors;
    /** None where there is only an interpreter. */
    private static final CompilationMXBean compiler;
    /** Which tells how often it compiled; none where the JVM does not tell. */
    private static final HotspotCompilationMBean compilations;

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
        compilations = tellsHowOften();
    }

    private static HotspotCompilationMBean tellsHowOften() {
        try {
            HotspotCompilationMBean bean = ManagementFactoryHelper.getHotspotCompilationMBean();
            return bean.getTotalCompileCount() > 0 ? bean : null;
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
        into[3] = countsCompilations() ? compilations.getTotalCompileCount() : 0;
    }
}
