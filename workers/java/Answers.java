package cmpthese;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Answers in canonical form, as docs/protocol.md has it. */
final class Answers {
    private static final int HEAD_MAX = 65536;
    private static final int DEPTH_MAX = 1000;

    private final ByteArrayOutputStream form = new ByteArrayOutputStream();
    private final boolean isLenient;

    private Answers(boolean isLenient) {
        this.isLenient = isLenient;
    }

    static Map<String, Object> reply(Object value, boolean isLenient) throws NoSuchAlgorithmException {
        byte[] whole = formOf(value, isLenient, 0);
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("type", "answer");
        if (whole.length > HEAD_MAX) {
            StringBuilder digest = new StringBuilder();
            for (byte b : MessageDigest.getInstance("SHA-256").digest(whole)) digest.append(String.format("%02x", b));
            reply.put("digest", digest.toString());
        }
        reply.put("length", (long) whole.length);
        reply.put("head", new String(whole, 0, Math.min(whole.length, HEAD_MAX), StandardCharsets.ISO_8859_1));
        return reply;
    }

    private static byte[] formOf(Object value, boolean isLenient, int depth) {
        Answers answers = new Answers(isLenient);
        answers.value(value, depth);
        return answers.form.toByteArray();
    }

    private void value(Object value, int depth) {
        if (depth > DEPTH_MAX) throw new RuntimeException("the answer is nested deeper than 1000 levels, or contains itself: return data");
        if (value == null) raw("null");
        else if (value instanceof Boolean) raw(isLenient ? ((Boolean) value ? "\"1\"" : "\"\"") : value.toString());
        else if (value instanceof Number) number((Number) value);
        else if (value instanceof CharSequence || value instanceof Character) text(bytesOf(value.toString()));
        else if (value instanceof byte[]) text((byte[]) value);
        else if (value instanceof ByteBuffer) text(bytesOf((ByteBuffer) value));
        else if (value instanceof char[]) text(bytesOf(new String((char[]) value)));
        else if (value.getClass().isArray()) array(value, depth);
        else if (value instanceof Set) unordered((Set<?>) value, depth);
        else if (value instanceof Collection) list(((Collection<?>) value).iterator(), depth);
        else if (value instanceof Map) map((Map<?, ?>) value, depth);
        else if (value instanceof Optional) value(((Optional<?>) value).orElse(null), depth + 1);
        else if (value instanceof Enum) text(bytesOf(((Enum<?>) value).name()));
        else object(value, depth);
    }

    private void number(Number number) {
        String text;
        if (number instanceof Double || number instanceof Float) text = Numbers.form(number.doubleValue());
        else if (number instanceof BigDecimal) text = Numbers.form((BigDecimal) number);
        else if (isWhole(number)) text = number.toString();
        else throw refused(number);
        raw(isLenient ? '"' + text + '"' : text);
    }

    private static boolean isWhole(Number number) {
        return number instanceof Integer || number instanceof Long || number instanceof Short || number instanceof Byte
            || number instanceof BigInteger || number instanceof AtomicInteger || number instanceof AtomicLong;
    }

    private void array(Object array, int depth) {
        raw("[");
        for (int i = 0; i < Array.getLength(array); i++) {
            if (i > 0) raw(", ");
            value(Array.get(array, i), depth + 1);
        }
        raw("]");
    }

    private void list(Iterator<?> items, int depth) {
        raw("[");
        for (boolean isFirst = true; items.hasNext(); isFirst = false) {
            if (!isFirst) raw(", ");
            value(items.next(), depth + 1);
        }
        raw("]");
    }

    /** What is in no order is in that of the bytes of its forms. */
    private void unordered(Set<?> set, int depth) {
        byte[][] forms = new byte[set.size()][];
        int count = 0;
        for (Object item : set) forms[count++] = formOf(item, isLenient, depth + 1);
        Arrays.sort(forms, Arrays::compareUnsigned);
        raw("[");
        for (int i = 0; i < count; i++) {
            if (i > 0) raw(", ");
            form.writeBytes(forms[i]);
        }
        raw("]");
    }

    private void map(Map<?, ?> map, int depth) {
        List<Map.Entry<byte[], Object>> entries = new ArrayList<>(map.size());
        // The sort is stable: of keys with the same bytes a text is the last.
        for (boolean texts : new boolean[] {false, true}) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (entry.getKey() instanceof String == texts) entries.add(new AbstractMap.SimpleEntry<>(key(entry.getKey(), depth), entry.getValue()));
            }
        }
        entries.sort(Map.Entry.comparingByKey(Arrays::compareUnsigned));
        table(entries, depth);
    }

    /** A text, or how anything else is written. */
    private static byte[] key(Object key, int depth) {
        if (key instanceof CharSequence || key instanceof Character) return bytesOf(key.toString());
        return key instanceof Enum ? bytesOf(((Enum<?>) key).name()) : formOf(key, false, depth + 1);
    }

    private void table(Collection<Map.Entry<byte[], Object>> entries, int depth) {
        raw("{");
        boolean isFirst = true;
        for (Map.Entry<byte[], Object> entry : entries) {
            if (!isFirst) raw(", ");
            isFirst = false;
            text(entry.getKey());
            raw(": ");
            value(entry.getValue(), depth + 1);
        }
        raw("}");
    }

    /** Of classes that are not those of Java itself, the name and the fields. */
    private void object(Object object, int depth) {
        Class<?> type = object.getClass();
        if (type.isSynthetic() || type.isHidden() || type.getSimpleName().isEmpty()) throw refused(object);
        Map<byte[], Object> fields = new TreeMap<>(Arrays::compareUnsigned);
        try {
            for (Class<?> each = type; each != Object.class && each != Record.class; each = each.getSuperclass()) {
                for (Field field : each.getDeclaredFields()) {
                    if (field.isSynthetic() || Modifier.isStatic(field.getModifiers())) continue;
                    field.setAccessible(true);
                    fields.putIfAbsent(bytesOf(field.getName()), field.get(object));
                }
            }
        } catch (InaccessibleObjectException | IllegalAccessException error) {
            throw refused(object);
        }
        characters(bytesOf(type.getSimpleName()));
        raw(" ");
        table(fields.entrySet(), depth);
    }

    private static RuntimeException refused(Object value) {
        Class<?> type = value.getClass();
        String name = type.isSynthetic() || type.isHidden() ? "lambda" : type.getName();
        return new RuntimeException("the answer holds a " + name + ", which cannot be compared: return data");
    }

    private void text(byte[] bytes) {
        form.write('"');
        characters(bytes);
        form.write('"');
    }

    private void characters(byte[] bytes) {
        int begin = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            if (b >= ' ' && b <= '~' && b != '"' && b != '\\') continue;
            form.write(bytes, begin, i - begin);
            begin = i + 1;
            raw(escaped(b));
        }
        form.write(bytes, begin, bytes.length - begin);
    }

    private static String escaped(byte b) {
        switch (b) {
            case '"': return "\\\"";
            case '\\': return "\\\\";
            case '\n': return "\\n";
            case '\t': return "\\t";
            case '\r': return "\\r";
            default:
                String digits = "0123456789ABCDEF";
                return "\\x" + digits.charAt((b >> 4) & 15) + digits.charAt(b & 15);
        }
    }

    private void raw(String ascii) {
        form.writeBytes(ascii.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Characters up to Latin-1 are a byte each; one beyond makes the whole text UTF-8, in which half a pair is U+FFFD. */
    private static byte[] bytesOf(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) return text.replaceAll("\\p{Cs}", "\ufffd").getBytes(StandardCharsets.UTF_8);
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytesOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
