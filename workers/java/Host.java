package cmpthese;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The Java host: loads the classes of a snippet, answers once, times batches. It speaks the protocol of docs/protocol.md on file descriptors 3 and
 * 4, which Java opens by their names.
 */
public final class Host {
    private static InputStream requests;
    private static OutputStream replies;
    /** What was read of requests that are not complete. */
    private static final byte[] chunk = new byte[65536];
    private static int begin;
    private static int end;

    private static Snippet snippet;
    private static Code code;
    private static Class<?> params;
    /** Whether everything is collected before each batch. */
    private static boolean collectsBefore;

    private Host() {}

    public static void main(String[] arguments) throws IOException {
        requests = new FileInputStream(pipe("3"));
        replies = new FileOutputStream(pipe("4"));
        Counters.load();
        Map<String, Object> hello = message("hello");
        hello.put("protocol", 1L);
        hello.put("worker", "java " + System.getProperty("java.version"));
        hello.put("absent", Counters.absent);
        reply(hello);
        String line = nextLine();
        while (line != null && serve(line)) line = nextLine();
        System.exit(0);
    }

    /** What the descriptor is, if it is a pipe. Where nobody gave one, the JVM has a file of its own there, and to open that would empty it. */
    private static String pipe(String descriptor) throws IOException {
        Path path = Path.of("/proc/self/fd", descriptor);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS) || !Files.readSymbolicLink(path).toString().startsWith("pipe:")) {
            System.err.println("this host is started by cmpthese: descriptors 3 and 4 are to be pipes (docs/protocol.md)");
            System.exit(2);
        }
        return path.toString();
    }

    /** Whether more requests may come. */
    private static boolean serve(String line) throws IOException {
        Map<?, ?> request;
        try {
            request = (Map<?, ?>) Json.read(line);
        } catch (RuntimeException error) {
            reply(Words.error("protocol", "a request that is no JSON: " + error.getMessage()));
            return true;
        }
        String type = String.valueOf(request.get("type"));
        if (type.equals("bye")) {
            tearDown();
            reply(message("bye"));
            return false;
        }
        reply(replyTo(type, request));
        return true;
    }

    private static Map<String, Object> replyTo(String type, Map<?, ?> request) {
        try {
            if (type.equals("prepare")) return prepare((Map<?, ?>) request.get("case"));
            if (type.equals("answer") && snippet != null) return answer("lenient".equals(request.get("check")));
            if (type.equals("run") && snippet != null) return run(request);
        } catch (Throwable thrown) {
            return Words.died(thrown);
        }
        return Words.error("protocol", type + " cannot be done now");
    }

    private static Map<String, Object> prepare(Map<?, ?> request) throws Throwable {
        tearDown();
        if (!"snippet".equals(request.get("kind"))) {
            return Words.error("protocol", "a case of kind " + request.get("kind") + " is not for a language");
        }
        Object collector = request.get("gc");
        if (collector != null && !collector.equals("on") && !collector.equals("before")) {
            return Words.error("protocol", "the collector of a JVM cannot be " + collector);
        }
        if (!(request.get("library") instanceof String)) return Words.error("protocol", "a snippet that is not compiled");
        Loader loader = new Loader((String) request.get("library"), (List<?>) request.get("flags"));
        Thread.currentThread().setContextClassLoader(loader);
        params = loader.loadClass("cmpthese_params");
        setParams(params, (Map<?, ?>) request.get("params"));
        Snippet made = (Snippet) loader.loadClass("cmpthese_teardown").getDeclaredConstructor().newInstance();
        made.cmpthese_setup();
        made.cmpthese_variant_setup();
        code = made.cmpthese_code();
        snippet = made;
        collectsBefore = "before".equals(collector);
        Batch.measureClock();
        return message("prepared");
    }

    /** They are variables, so that nothing is computed from them in advance. */
    private static void setParams(Class<?> of, Map<?, ?> params) throws ReflectiveOperationException {
        for (Map.Entry<?, ?> param : params.entrySet()) {
            Field field = of.getField((String) param.getKey());
            Object value = param.getValue();
            if (field.getType() == double.class) field.setDouble(null, ((Number) value).doubleValue());
            else field.set(null, value);
        }
    }

    private static Map<Field, Object> valuesOfParams() throws ReflectiveOperationException {
        Map<Field, Object> values = new LinkedHashMap<>();
        for (Field field : params.getFields()) values.put(field, field.get(null));
        return values;
    }

    private static Map<String, Object> answer(boolean isLenient) throws Throwable {
        boolean hasBeforeEach = snippet.cmpthese_has_before_each();
        if (hasBeforeEach) snippet.cmpthese_before_each();
        // What runs before each may put them back.
        Map<Field, Object> given = hasBeforeEach ? Map.of() : valuesOfParams();
        code.slice(1);
        for (Map.Entry<Field, Object> param : given.entrySet()) {
            Field field = param.getKey();
            if (Objects.equals(param.getValue(), field.get(null))) continue;
            return Words.error("died", "the code changes the parameter " + field.getName() + ": the next iteration would begin with another one");
        }
        return Answers.reply(code.take(), isLenient);
    }

    private static Map<String, Object> run(Map<?, ?> request) throws Throwable {
        long iterations = (Long) request.get("iterations");
        Object slices = request.get("slices");
        long count = slices == null ? 1 : (Long) slices;
        if (count < 1 || count > 1000 || iterations % count != 0) return Words.error("protocol", "no slices of equally many iterations");
        Batch batch = new Batch(snippet, code, (int) count, iterations / count, Boolean.TRUE.equals(request.get("bare")));
        if (collectsBefore) System.gc();
        batch.run();
        code.take();
        return batch.sample();
    }

    /** What it leaves is no business of the measurement. */
    private static void tearDown() {
        Snippet before = snippet;
        snippet = null;
        code = null;
        try {
            if (before != null) before.cmpthese_teardown();
        } catch (Throwable ignored) {
            return;
        }
    }

    private static Map<String, Object> message(String type) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("type", type);
        return message;
    }

    private static void reply(Map<String, Object> message) throws IOException {
        StringBuilder line = new StringBuilder();
        Json.write(message, line);
        replies.write(line.append('\n').toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The next line, or null when the pipe has ended. */
    private static String nextLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (;;) {
            for (int at = begin; at < end; at++) {
                if (chunk[at] != '\n') continue;
                line.write(chunk, begin, at - begin);
                begin = at + 1;
                return new String(line.toByteArray(), StandardCharsets.UTF_8);
            }
            line.write(chunk, begin, end - begin);
            begin = 0;
            end = Math.max(requests.read(chunk), 0);
            if (end == 0) return null;
        }
    }
}
