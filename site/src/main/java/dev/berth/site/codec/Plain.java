package dev.berth.site.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;

/** A value that is one text or one whole number; it can be the key of a map. */
final class Plain implements Form {
    /** No exponents: a short text such as 1e999999999 would make a number that fills the memory. */
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,13}(\\.[0-9]{1,6})?");

    private final boolean isText;
    private final Function<Object, String> toText;
    private final ToLongFunction<Object> toWhole;
    private final Function<Object, Object> fromRaw;

    private Plain(
            boolean isText,
            Function<Object, String> toText,
            ToLongFunction<Object> toWhole,
            Function<Object, Object> fromRaw) {
        this.isText = isText;
        this.toText = toText;
        this.toWhole = toWhole;
        this.fromRaw = fromRaw;
    }

    static <T> Plain text(Class<T> type, Function<T, String> to, Function<String, T> from) {
        return new Plain(
                true,
                value -> Texts.wellFormed(to.apply(type.cast(value))),
                value -> {
                    throw new IllegalStateException("a text, not a number");
                },
                raw -> from.apply((String) raw));
    }

    static <T> Plain whole(Class<T> type, ToLongFunction<T> to, Function<Long, T> from) {
        return new Plain(
                false,
                value -> Long.toString(to.applyAsLong(type.cast(value))),
                value -> to.applyAsLong(type.cast(value)),
                raw -> from.apply((Long) raw));
    }

    static <T> Plain decimal(Class<T> type, Function<String, T> from) {
        return text(type, Object::toString, text -> {
            if (!DECIMAL.matcher(text).matches()) {
                throw new IllegalArgumentException('"' + Form.shortened(text) + "\" is not a decimal such as 12.50");
            }
            return from.apply(text);
        });
    }

    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
        if (isText) {
            out.writeString(toText.apply(value));
        } else {
            out.writeNumber(toWhole.applyAsLong(value));
        }
    }

    @Override
    public Object read(JsonNode node, DocumentPlace place) {
        if (isText) {
            if (!node.isTextual()) {
                throw new Malformed(place, "a text is expected, not " + Form.what(node));
            }
            return value(node.textValue(), place);
        }
        if (!node.isIntegralNumber() || !node.canConvertToLong()) {
            throw new Malformed(place, "a whole number of at most 64 bits is expected, not " + Form.what(node));
        }
        return value(node.longValue(), place);
    }

    String key(Object value) {
        return toText.apply(value);
    }

    Object fromKey(String key, DocumentPlace place) {
        if (isText) {
            return value(key, place);
        }
        try {
            Long number = Long.valueOf(key);
            if (number.toString().equals(key)) {
                return value(number, place);
            }
        } catch (NumberFormatException e) {
            // said below, as for numbers written in another way than ours
        }
        throw new Malformed(place, "a whole number is expected as the key, not \"" + Form.shortened(key) + '"');
    }

    private Object value(Object raw, DocumentPlace place) {
        try {
            return fromRaw.apply(raw instanceof String text ? Texts.wellFormed(text) : raw);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw Malformed.because(place, e);
        }
    }
}
