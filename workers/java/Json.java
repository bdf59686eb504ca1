package cmpthese;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON of messages: objects are maps, whole numbers Long, others Double. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Fails with an IllegalArgumentException or an IndexOutOfBoundsException. */
    static Object read(String text) {
        return new Json(text).value();
    }

    private Object value() {
        switch (next()) {
            case '{': return object();
            case '[': return list();
            case '"': return text();
            case 't': return word("true", true);
            case 'f': return word("false", false);
            case 'n': return word("null", null);
            default: return number();
        }
    }

    /** The next character that is no blank, which is not taken. */
    private char next() {
        while (Character.isWhitespace(text.charAt(at))) at++;
        return text.charAt(at);
    }

    private void take(char expected) {
        if (next() != expected) throw new IllegalArgumentException("no " + expected + " at character " + at);
        at++;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw new IllegalArgumentException("no value at character " + at);
        at += word.length();
        return value;
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        take('{');
        while (next() != '}') {
            if (!object.isEmpty()) take(',');
            next();
            String key = text();
            take(':');
            object.put(key, value());
        }
        at++;
        return object;
    }

    private List<Object> list() {
        List<Object> list = new ArrayList<>();
        take('[');
        while (next() != ']') {
            if (!list.isEmpty()) take(',');
            list.add(value());
        }
        at++;
        return list;
    }

    private String text() {
        StringBuilder read = new StringBuilder();
        take('"');
        for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
            if (c != '\\') {
                read.append(c);
                continue;
            }
            char escaped = text.charAt(at++);
            switch (escaped) {
                case 'n': read.append('\n'); break;
                case 't': read.append('\t'); break;
                case 'r': read.append('\r'); break;
                case 'b': read.append('\b'); break;
                case 'f': read.append('\f'); break;
                case 'u': read.append((char) Integer.parseInt(text.substring(at, at += 4), 16)); break;
                default: read.append(escaped);
            }
        }
        return read.toString();
    }

    private Object number() {
        int begin = at;
        boolean isWhole = true;
        for (; at < text.length() && "+-0123456789.eE".indexOf(text.charAt(at)) >= 0; at++) {
            if (".eE".indexOf(text.charAt(at)) >= 0) isWhole = false;
        }
        String digits = text.substring(begin, at);
        if (isWhole) return Long.valueOf(digits);
        return Double.valueOf(digits);
    }

    static void write(Object value, StringBuilder to) {
        if (value instanceof Map) {
            char before = '{';
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                to.append(before);
                write(entry.getKey(), to);
                to.append(':');
                write(entry.getValue(), to);
                before = ',';
            }
            to.append(before == '{' ? "{}" : "}");
        } else if (value instanceof List) {
            char before = '[';
            for (Object item : (List<?>) value) {
                to.append(before);
                write(item, to);
                before = ',';
            }
            to.append(before == '[' ? "[]" : "]");
        } else if (value instanceof String) {
            writeText((String) value, to);
        } else {
            to.append(value);
        }
    }

    private static void writeText(String text, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (c >= ' ' && c <= '~') {
                to.append(c);
            } else {
                boolean isHalf = Character.isSurrogate(c) && !isPaired(text, i);
                String digits = Integer.toHexString(0x10000 | (isHalf ? 0xfffd : c));
                to.append("\\u").append(digits, 1, 5);
            }
        }
        to.append('"');
    }

    private static boolean isPaired(String text, int at) {
        if (Character.isHighSurrogate(text.charAt(at))) return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
        return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
}
