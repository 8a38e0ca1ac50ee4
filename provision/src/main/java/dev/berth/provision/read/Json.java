package dev.berth.provision.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Decimals;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A value of a JSON file, with its place in it; what is not as expected is refused with both. */
record Json(String place, JsonNode value) {
    /** An object with no other fields than these. */
    Json object(Set<String> fields) {
        if (!value.isObject()) {
            throw bad("an object with " + fields.stream().sorted().toList());
        }
        value.fieldNames().forEachRemaining(name -> {
            if (!fields.contains(name)) {
                throw new BadSites(
                        at(name),
                        "there is no such field; the fields are "
                                + fields.stream().sorted().toList());
            }
        });
        return this;
    }

    private String at(String field) {
        return place.isEmpty() ? field : place + "." + field;
    }

    boolean has(String field) {
        return value.has(field);
    }

    Json get(String field) {
        JsonNode found = value.get(field);
        if (found == null) {
            throw new BadSites(at(field), "it is missing");
        }
        return new Json(at(field), found);
    }

    List<Json> list(String field) {
        if (!has(field)) {
            return List.of();
        }
        Json list = get(field);
        if (!list.value.isArray()) {
            throw list.bad("a list");
        }
        List<Json> items = new ArrayList<>();
        for (int k = 0; k < list.value.size(); k++) {
            items.add(new Json(list.place + "[" + k + "]", list.value.get(k)));
        }
        return items;
    }

    String text() {
        if (!value.isTextual() || value.textValue().isBlank()) {
            throw bad("a text that is not blank");
        }
        return value.textValue();
    }

    boolean flag() {
        if (!value.isBoolean()) {
            throw bad("true or false");
        }
        return value.booleanValue();
    }

    int count(int most) {
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < 1
                || value.longValue() > most) {
            throw bad("a whole number from 1 to " + most);
        }
        return value.intValue();
    }

    /** A number, or a text that is one: money is often written so. */
    BigDecimal decimal(String rule) {
        try {
            if (value.isNumber() || value.isTextual()) {
                BigDecimal decimal = Decimals.read(value.asText());
                if (Math.abs((long) decimal.scale()) + decimal.precision() < 40) {
                    return decimal;
                }
            }
        } catch (NumberFormatException e) {
            throw bad(rule);
        }
        throw bad(rule);
    }

    /** So many seconds, in milliseconds. */
    long seconds(long least, long most) {
        String rule = "a number of seconds from " + least / 1000.0 + " to " + most / 1000 + ", to the millisecond";
        BigDecimal millis = decimal(rule).movePointRight(3);
        if (millis.compareTo(BigDecimal.valueOf(least)) < 0
                || millis.compareTo(BigDecimal.valueOf(most)) > 0
                || millis.stripTrailingZeros().scale() > 0) {
            throw bad(rule);
        }
        return millis.setScale(0, RoundingMode.UNNECESSARY).longValueExact();
    }

    BadSites bad(String rule) {
        String shown = value.isContainerNode() ? (value.isArray() ? "a list" : "an object") : value.asText();
        return new BadSites(
                place.isEmpty() ? "the file" : place,
                "\"%s\" is not right; it is %s"
                        .formatted(shown.length() > 60 ? shown.substring(0, 60) + "..." : shown, rule));
    }
}
