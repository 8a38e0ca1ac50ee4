package dev.berth.service.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object, read strictly. What is wrong is collected, so that all of it can be told at once: a getter
 * gives a stand-in for a wrong value, and {@link #check} or {@link #build} throws if there was any.
 */
public final class Fields {
    private static final int MOST_FAULTS = 100;

    private final JsonNode node;
    private final String path;
    private final List<Fault> faults;
    private final Set<String> known = new HashSet<>();

    private Fields(JsonNode node, String path, List<Fault> faults) {
        this.node = node;
        this.path = path;
        this.faults = faults;
    }

    public static Fields of(JsonNode node) {
        return new Fields(node, "", new ArrayList<>());
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
        faults.add(new Fault(
                path + field, value == null ? "" : value.isTextual() ? value.textValue() : value.toString(), rule));
    }

    public void missing(String field) {
        if (!has(field)) {
            fault(field, "it is required");
        }
    }

    public @Nullable String text(String field, int most) {
        JsonNode value = get(field);
        if (value == null) {
            return null;
        }
        // Half a surrogate pair cannot be written back as UTF-8.
        if (!value.isTextual()
                || value.textValue().isEmpty()
                || value.textValue().length() > most
                || value.textValue().chars().anyMatch(Character::isISOControl)
                || value.textValue().codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF)) {
            fault(field, "it is a text of 1 to " + most + " printable characters");
            return null;
        }
        return value.textValue();
    }

    public String requiredText(String field, int most) {
        missing(field);
        String text = text(field, most);
        return text == null ? "?" : text;
    }

    public <T> @Nullable T parsed(String field, String rule, Function<String, T> parse) {
        JsonNode value = get(field);
        if (value == null) {
            return null;
        }
        try {
            if (value.isTextual() && value.textValue().length() <= 500) {
                return parse.apply(value.textValue());
            }
            fault(field, rule);
        } catch (BadValue bad) {
            fault(field, bad.rule());
        } catch (DateTimeException | IllegalArgumentException e) {
            fault(field, rule);
        }
        return null;
    }

    public @Nullable Long instant(String field) {
        return parsed(field, "it is an instant such as 2026-11-15T09:00:00Z, to the millisecond", Times::instant);
    }

    public @Nullable Long duration(String field) {
        return parsed(field, "it is a duration such as PT2H30M, to the millisecond", Times::duration);
    }

    public @Nullable Long positiveDuration(String field) {
        Long duration = duration(field);
        if (duration != null && duration <= 0) {
            fault(field, "it is longer than nothing");
            return null;
        }
        return duration;
    }

    public @Nullable Money money(String field) {
        return parsed(field, "it is a decimal such as \"12.50\"", Decimals::money);
    }

    /** A decimal from 0 to a most, in millionths. */
    public int share(String field, int most) {
        Integer share = parsed(
                field, "it is a decimal from \"0\" to \"" + most + "\"", text -> Decimals.millionths(text, most));
        return share == null ? 0 : share;
    }

    public int whole(String field, int least, int most, int otherwise) {
        JsonNode value = get(field);
        if (value == null) {
            return otherwise;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < least
                || value.intValue() > most) {
            fault(field, "it is a whole number from " + least + " to " + most);
            return otherwise;
        }
        return value.intValue();
    }

    public boolean flag(String field) {
        JsonNode value = get(field);
        if (value != null && !value.isBoolean()) {
            fault(field, "it is true or false");
        }
        return value != null && value.booleanValue();
    }

    public <E extends Enum<E>> @Nullable E oneOf(String field, Class<E> type) {
        E[] values = type.getEnumConstants();
        String rule = "it is one of " + Arrays.stream(values).map(Names::of).collect(Collectors.joining(", "));
        return parsed(
                field,
                rule,
                text -> Arrays.stream(values)
                        .filter(value -> Names.of(value).equals(text))
                        .findFirst()
                        .orElseThrow(IllegalArgumentException::new));
    }

    /** The fields of an object within, whose faults are collected with these; null if it is absent or no object. */
    public @Nullable Fields object(String field) {
        JsonNode value = get(field);
        if (value == null) {
            return null;
        }
        if (!value.isObject()) {
            fault(field, "it is an object");
            return null;
        }
        return new Fields(value, path + field + ".", faults);
    }

    /** A list of different whole numbers from 0. */
    public int[] wholes(String field, int mostItems) {
        return Compounds.wholes(this, field, mostItems);
    }

    /** An object whose fields, whatever they are called, are texts. */
    public Map<String, String> texts(String field) {
        return Compounds.texts(this, field);
    }

    /** An object whose fields, whatever they are called, are whole numbers. */
    public Map<String, Integer> wholesByName(String field, int least, int most) {
        return Compounds.wholesByName(this, field, least, most);
    }

    /** A list of different texts; empty if it is absent. */
    public List<String> names(String field, int mostItems) {
        return Compounds.names(this, field, mostItems);
    }

    public List<Fields> objects(String field, int most) {
        return Compounds.objects(this, field, most);
    }

    /** The fields of a value somewhere within. */
    Fields inside(String place, JsonNode value) {
        return new Fields(value, path + place + ".", faults);
    }

    void fault(String place, JsonNode value, String rule) {
        faults.add(new Fault(path + place, value.toString(), rule));
    }

    /** Call when all fields of this object were asked for: what else there is, is unknown. */
    public Fields closed() {
        node.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name) && faults.size() < MOST_FAULTS) {
                fault(
                        name,
                        "there is no such field; there are "
                                + known.stream().sorted().collect(Collectors.joining(", ")));
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
            faults.add(new Fault(path + bad.field(), bad.value(), bad.rule()));
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
