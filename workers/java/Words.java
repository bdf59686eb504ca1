package cmpthese;

import java.lang.reflect.InvocationTargetException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What was thrown, in words, with its place in the snippet. */
final class Words {
    private static final int MESSAGE_MAX = 8192;

    private Words() {}

    static Map<String, Object> died(Throwable thrown) {
        boolean isWrapped = thrown instanceof InvocationTargetException || thrown instanceof ExceptionInInitializerError;
        if (isWrapped && thrown.getCause() != null) return died(thrown.getCause());
        Map<String, Object> error = error("died", said(thrown));
        for (StackTraceElement frame : thrown.getStackTrace()) {
            String file = frame.getFileName();
            if (file == null || !file.startsWith("cmpthese_") || frame.getLineNumber() < 1) continue;
            error.put("part", file.substring("cmpthese_".length(), file.length() - ".java".length()));
            error.put("line", (long) frame.getLineNumber());
            break;
        }
        return error;
    }

    static Map<String, Object> error(String kind, String message) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("type", "error");
        error.put("kind", kind);
        error.put("message", message.length() > MESSAGE_MAX ? message.substring(0, MESSAGE_MAX) : message);
        return error;
    }

    /** Those classes tell nothing that the message does not. */
    private static String said(Throwable thrown) {
        String name = thrown.getClass().getSimpleName();
        try {
            String message = thrown.getMessage();
            if (message == null || message.isEmpty()) return name;
            boolean isPlain = thrown.getClass() == Exception.class || thrown.getClass() == RuntimeException.class || thrown.getClass() == Error.class;
            return isPlain ? message : name + ": " + message;
        } catch (Throwable another) {
            return name + ", whose message cannot be shown";
        }
    }
}
