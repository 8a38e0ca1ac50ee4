package dev.berth.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.BadValue;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, read strictly. What is wrong is collected, so that all of it can be told at once: a getter
 * gives a stand-in for a wrong value, and {@link #check} or {@link #build} throws if there was any. A format with forms of
 * its own, such as the times of the API, extends this with a getter for each.
 */
public class JsonFields {
    private static final int MOST_FAULTS = 100;

    private final JsonNode node;
    private final String path;
    private final List<Fault> faults;
    private final Set<String> known = new HashSet<>();

    /** Fields of the outermost object. */
    protected JsonFields(JsonNode node) {
        this.node = node;
        this.path = "";
        this.faults = new ArrayList<>();
    }

    /** Fields of an object within another; the faults of both are collected together. */
    protected JsonFields(JsonFields outer, String place, JsonNode node) {
        this.node = node;
        this.path = outer.path + place + ".";
        this.faults = outer.faults;
    }

    public static JsonFields of(JsonNode node) {
        return new JsonFields(node);
    }

    /** Where this object is: {@code sites[0]}; empty if it is the outermost. */
    public String place() {
        return path.isEmpty() ? path : path.substring(0, path.length() - 1);
    }

    /** Where a field, or something within one, is: {@code sites[0].servers}. */
    public String place(String field) {
        return path + field;
    }

    public boolean has(String field) {
        return get(field) != null;
    }

    @Nullable
    JsonNode get(String field) {
        known.add(field);
        return node.get(field);
    }

    public void fault(String field, String rule) {
        JsonNode value = node.get(field);
        faults.add(new Fault(place(field), value == null ? "" : shown(value), rule));
    }

    /** Adds that a time is in a wrong order with another one, the limit, which is also given as it is written. */
    protected void disorder(String field, String rule, long time, long limit, String written) {
        JsonNode value = node.get(field);
        faults.add(new Fault(
                place(field),
                value == null ? "" : shown(value),
                rule + ", " + written,
                new Fault.Order(time, rule, limit)));
    }

    /** Records a fault at a place within this object, such as {@code between[1]}. */
    public void fault(String place, JsonNode value, String rule) {
        faults.add(new Fault(place(place), shown(value), rule));
    }

    private static String shown(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }

    public void require(String field) {
        if (!has(field)) {
            faults.add(Fault.missing(place(field)));
        }
    }

    /** Text that people are shown. */
    public @Nullable String text(String field, int most) {
        String text = secret(field, most);
        if (text != null && !ShownText.isShown(text)) {
            fault(field, ShownText.RULE);
            return null;
        }
        return text;
    }

    /** Text that nobody is shown, such as a password: it may hold what cannot be seen. */
    public @Nullable String secret(String field, int most) {
        if (!has(field)) {
            return null;
        }
        return value(
                field,
                "must be text of 1 to " + most + " printable characters",
                value -> value.isTextual()
                                && !value.textValue().isEmpty()
                                && value.textValue().length() <= most
                                && isPrintable(value.textValue())
                        ? value.textValue()
                        : null);
    }

    private static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                // Half a surrogate pair cannot be written back as UTF-8.
                if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    public String requiredSecret(String field, int most) {
        require(field);
        String text = secret(field, most);
        return text == null ? "?" : text;
    }

    public String requiredText(String field, int most) {
        require(field);
        String text = text(field, most);
        return text == null ? "?" : text;
    }

    /** A short text in a form that the parser knows; it throws if the text is none. */
    public <T> @Nullable T parsed(String field, String rule, Function<String, T> parse) {
        return value(
                field,
                rule,
                value ->
                        value.isTextual() && value.textValue().length() <= 500 ? parse.apply(value.textValue()) : null);
    }

    /**
     * A value in any form; null if it is absent or wrong.
     *
     * @param read gives null, or throws, if the value is wrong
     */
    public <T> @Nullable T value(String field, String rule, Function<JsonNode, @Nullable T> read) {
        JsonNode value = get(field);
        if (value == null) {
            return null;
        }
        try {
            T result = read.apply(value);
            if (result == null) {
                fault(field, rule);
            }
            return result;
        } catch (BadValue bad) {
            fault(field, bad.rule());
        } catch (DateTimeException | IllegalArgumentException e) {
            fault(field, rule);
        }
        return null;
    }

    public int whole(String field, int least, int most, int otherwise) {
        return whole(field, least, most, otherwise, "");
    }

    /**
     * A whole number where something else is possible as well.
     *
     * @param also what else is possible, as the end of a sentence
     */
    public int whole(String field, int least, int most, int otherwise, String also) {
        if (!has(field)) {
            return otherwise;
        }
        Integer whole = value(
                field,
                "must be a whole number from " + least + " to " + most + also,
                value -> value.isIntegralNumber()
                                && value.canConvertToInt()
                                && value.intValue() >= least
                                && value.intValue() <= most
                        ? value.intValue()
                        : null);
        return whole == null ? otherwise : whole;
    }

    public boolean isList(String field) {
        JsonNode value = get(field);
        return value != null && value.isArray();
    }

    public boolean isObject(String field) {
        JsonNode value = get(field);
        return value != null && value.isObject();
    }

    /** Whether a field holds something: clients that are made from a description send empty objects for what is not said. */
    public boolean isSaid(String field) {
        JsonNode value = get(field);
        return value != null && !(value.isObject() && value.isEmpty());
    }

    /** The names of all fields of an object that may have any, in their order. */
    public List<String> fieldNames() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    public boolean flag(String field) {
        Boolean flag = value(
                field, "must be true or false", value -> value.isBoolean() ? (Boolean) value.booleanValue() : null);
        return flag != null && flag;
    }

    /** The fields of an object within, whose faults are collected with these; null if it is absent or no object. */
    public @Nullable JsonFields object(String field) {
        JsonNode value = value(field, "must be an object", each -> each.isObject() ? each : null);
        return value == null ? null : inside(field, value);
    }

    /** A list of different whole numbers from 0. */
    public int[] wholes(String field, int mostItems) {
        return Compounds.wholes(this, field, mostItems);
    }

    /** An object whose fields, whatever they are called, are texts. */
    public Map<String, String> texts(String field) {
        return texts(field, 50);
    }

    /** The same with more or fewer fields. */
    public Map<String, String> texts(String field, int most) {
        return Compounds.texts(this, field, most);
    }

    /** An object whose fields, whatever they are called, are whole numbers. */
    public Map<String, Integer> wholesByName(String field, int least, int most) {
        return Compounds.wholesByName(this, field, least, most);
    }

    /**
     * An object whose fields, whatever they are called, have values in any form.
     *
     * @param read gives null, or throws, if the value is wrong
     */
    public <T> Map<String, T> valuesByName(
            String field, int most, String rule, BiFunction<String, JsonNode, @Nullable T> read) {
        return Compounds.valuesByName(this, field, most, rule, read);
    }

    /** A list of different texts; empty if it is absent. */
    public List<String> names(String field, int mostItems) {
        return Compounds.names(this, field, 1, mostItems);
    }

    /** Different texts in a list; there may be none, as in what clients send that are made from a description. */
    public List<String> optionalNames(String field, int mostItems) {
        return Compounds.names(this, field, 0, mostItems);
    }

    /** The fields of each object in a list that is required and not empty. */
    public List<? extends JsonFields> objects(String field, int most) {
        return Compounds.objects(this, field, most);
    }

    /** The fields of each object in a list; there may be none. */
    public List<? extends JsonFields> optionalObjects(String field, int most) {
        return Compounds.optionalObjects(this, field, most);
    }

    /** The fields of a value somewhere within. */
    protected JsonFields inside(String place, JsonNode value) {
        return new JsonFields(this, place, value);
    }

    /** Call when all fields of this object were asked for: what else there is, is unknown. */
    public JsonFields closed() {
        node.properties().forEach(field -> {
            if (!known.contains(field.getKey()) && faults.size() < MOST_FAULTS) {
                faults.add(Fault.unknown(place(field.getKey()), shown(field.getValue()), known));
            }
        });
        return this;
    }

    public boolean isFaulty() {
        return !faults.isEmpty();
    }

    public void check() {
        if (isFaulty()) {
            throw new Invalid(faults);
        }
    }

    /** Makes a value of what was read; what breaks a rule of the model is one more fault. Null if anything is wrong. */
    public <T> @Nullable T build(Supplier<T> make) {
        if (isFaulty()) {
            return null;
        }
        try {
            return make.get();
        } catch (BadValue bad) {
            faults.add(new Fault(place(bad.field()), bad.value(), bad.rule()));
            return null;
        }
    }

    /** Like {@link #build}, for the outermost object: throws what is wrong. */
    public <T> T built(Supplier<T> make) {
        T value = build(make);
        check();
        if (value == null) {
            throw new IllegalStateException("nothing wrong and nothing built");
        }
        return value;
    }
}
