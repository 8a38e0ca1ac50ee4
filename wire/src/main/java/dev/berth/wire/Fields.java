package dev.berth.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Money;
import dev.berth.wire.json.JsonFields;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The fields of a JSON object of the API: those of any, and times, amounts and names in the forms of the API. */
public final class Fields extends JsonFields {
    private static final String INSTANT = "must be an instant such as 2026-11-15T09:00:00Z";

    private Fields(JsonNode node) {
        super(node);
    }

    private Fields(Fields outer, String place, JsonNode node) {
        super(outer, place, node);
    }

    public static Fields of(JsonNode node) {
        return new Fields(node);
    }

    /** Rounded down to the millisecond, which is the safe side for a deadline. */
    public @Nullable Long instant(String field) {
        return parsed(field, INSTANT, Times::instant);
    }

    /** Rounded up to the millisecond, which is the safe side for what must not begin before it. */
    public @Nullable Long instantRoundedUp(String field) {
        return parsed(field, INSTANT, Times::instantRoundedUp);
    }

    /** Rounded up to the millisecond. */
    public @Nullable Long duration(String field) {
        return parsed(field, "must be a duration such as PT2H30M", Times::duration);
    }

    public @Nullable Long positiveDuration(String field) {
        Long duration = duration(field);
        if (duration != null && duration <= 0) {
            fault(field, "must be greater than zero");
            return null;
        }
        return duration;
    }

    /** The deadline is wrong if it is before the earliest start; said with times, not in the units of the book. */
    public void inOrder(String field, long earliest, @Nullable Long deadline) {
        if (deadline != null && deadline < earliest) {
            disorder(field, "must not be before the earliest start", deadline, earliest, Times.instant(earliest));
        }
    }

    public @Nullable Money money(String field) {
        return parsed(field, "must be a decimal such as \"12.50\"", DecimalStrings::money);
    }

    /** A decimal from 0 to a most, in millionths. */
    public int share(String field, int most) {
        if (!has(field)) {
            return 0;
        }
        Integer share = parsed(
                field,
                "must be a decimal from \"0\" to \"" + most + "\"",
                text -> DecimalStrings.millionths(text, most));
        return share == null ? 0 : share;
    }

    public <E extends Enum<E>> @Nullable E oneOf(String field, Class<E> type) {
        if (!has(field)) {
            return null;
        }
        E[] values = type.getEnumConstants();
        String rule = "must be one of " + Arrays.stream(values).map(Names::of).collect(Collectors.joining(", "));
        return parsed(
                field,
                rule,
                text -> Arrays.stream(values)
                        .filter(value -> Names.of(value).equals(text))
                        .findFirst()
                        .orElseThrow(IllegalArgumentException::new));
    }

    @Override
    protected Fields inside(String place, JsonNode value) {
        return new Fields(this, place, value);
    }

    @Override
    public @Nullable Fields object(String field) {
        return (Fields) super.object(field);
    }

    @Override
    public List<Fields> objects(String field, int most) {
        return super.objects(field, most).stream().map(Fields.class::cast).toList();
    }

    @Override
    public List<Fields> optionalObjects(String field, int most) {
        return super.optionalObjects(field, most).stream()
                .map(Fields.class::cast)
                .toList();
    }

    @Override
    public Fields closed() {
        super.closed();
        return this;
    }
}
