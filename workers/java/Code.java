package cmpthese;

/**
 * Code with the loop that calls it, of the type that it returns: the compiler chooses the first of these that fits, so that no number is
 * put into an object.
 *
 * The loops call methods that begin with cmpthese_call, which the JVM was told never to compile into its callers. So whatever is between them must be made: no work of an
 * iteration is moved out of the loop, and no value is left out.
 */
public abstract class Code {
    /** Calls it so often, and keeps what it returned last. */
    abstract void slice(long iterations) throws Throwable;

    /** What it returned last, which is then forgotten. */
    abstract Object take();

    public interface OfChar {
        char cmpthese_call_char() throws Throwable;
    }

    /** It is the other, so that a constant, which fits both, is a number. */
    public interface OfShort extends OfChar {
        short cmpthese_call_short() throws Throwable;

        @Override
        default char cmpthese_call_char() {
            return 0;
        }
    }

    public interface OfInt {
        int cmpthese_call_int() throws Throwable;
    }

    public interface OfLong {
        long cmpthese_call_long() throws Throwable;
    }

    public interface OfDouble {
        double cmpthese_call_double() throws Throwable;
    }

    public interface OfObject {
        Object cmpthese_call_object() throws Throwable;
    }

    /** Of code that returns nothing, or never: it is each of the others, so that the compiler prefers it where both fit. */
    public interface OfVoid extends OfShort, OfInt, OfLong, OfDouble, OfObject {
        void cmpthese_call_void() throws Throwable;

        @Override
        default char cmpthese_call_char() {
            return 0;
        }

        @Override
        default short cmpthese_call_short() {
            return 0;
        }

        @Override
        default int cmpthese_call_int() {
            return 0;
        }

        @Override
        default long cmpthese_call_long() {
            return 0;
        }

        @Override
        default double cmpthese_call_double() {
            return 0;
        }

        @Override
        default Object cmpthese_call_object() {
            return null;
        }
    }

    public static Code of(OfVoid code) {
        return new Voids(code);
    }

    public static Code of(OfChar code) {
        return new Chars(code);
    }

    public static Code of(OfShort code) {
        return new Shorts(code);
    }

    public static Code of(OfInt code) {
        return new Ints(code);
    }

    public static Code of(OfLong code) {
        return new Longs(code);
    }

    public static Code of(OfDouble code) {
        return new Doubles(code);
    }

    public static Code of(OfObject code) {
        return new Objects(code);
    }

    private static final class Voids extends Code {
        private final OfVoid code;

        Voids(OfVoid code) {
            this.code = code;
        }

        @Override
        void slice(long iterations) throws Throwable {
            OfVoid code = this.code;
            for (long left = iterations; left > 0; left--) code.cmpthese_call_void();
        }

        @Override
        Object take() {
            return null;
        }
    }

    private static final class Chars extends Code {
        private final OfChar code;
        private char value;

        Chars(OfChar code) {
            this.code = code;
        }

        @Override
        void slice(long iterations) throws Throwable {
            OfChar code = this.code;
            char value = 0;
            for (long left = iterations; left > 0; left--) value = code.cmpthese_call_char();
            this.value = value;
        }

        @Override
        Object take() {
            return value;
        }
    }

    private static final class Shorts extends Code {
        private final OfShort code;
        private short value;

        Shorts(OfShort code) {
            this.code = code;
        }

        @Override
        void slice(long iterations) throws Throwable {
            OfShort code = this.code;
            short value = 0;
            for (long left = iterations; left > 0; left--) value = code.cmpthese_call_short();
            this.value = value;
        }

        @Override
        Object take() {
            return value;
        }
    }

    private static final class Ints extends Code {
        private final OfInt code;
        private int value;

        Ints(OfInt code) {
            this.code = code;
        }

        @Override
        void slice(long iterations) throws Throwable {
            OfInt code = this.code;
            int value = 0;
            for (long left = iterations; left > 0; left--) value = code.cmpthese_call_int();
            this.value = value;
        }

        @Override
        Object take() {
            return value;
        }
    }

    private static final class Longs extends Code {
        private final OfLong code;
        private long value;

        Longs(OfLong code) {
            this.code = code;
        }

        @Override
        void slice(long iterations) throws Throwable {
            OfLong code = this.code;
            long value = 0;
            for (long left = iterations; left > 0; left--) value = code.cmpthese_call_long();
            this.value = value;
        }

        @Override
        Object take() {
            return value;
        }
    }

    private static final class Doubles extends Code {
        private final OfDouble code;
        private double value;

        Doubles(OfDouble code) {
            this.code = code;
        }

        @Override
        void slice(long iterations) throws Throwable {
            OfDouble code = this.code;
            double value = 0;
            for (long left = iterations; left > 0; left--) value = code.cmpthese_call_double();
            this.value = value;
        }

        @Override
        Object take() {
            return value;
        }
    }

    private static final class Objects extends Code {
        private final OfObject code;
        private Object value;

        Objects(OfObject code) {
            this.code = code;
        }

        @Override
        void slice(long iterations) throws Throwable {
            OfObject code = this.code;
            Object value = null;
            for (long left = iterations; left > 0; left--) value = code.cmpthese_call_object();
            this.value = value;
        }

        @Override
        Object take() {
            Object taken = value;
            value = null;
            return taken;
        }
    }
}
