package dev.berth.wire.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Fields that hold several values. */
final class Compounds {
    private Compounds() {}

    static int[] wholes(JsonFields fields, String field, int mostItems) {
        fields.require(field);
        JsonNode value = fields.get(field);
        if (value == null) {
            return new int[0];
        }
        boolean good = value.isArray() && !value.isEmpty() && value.size() <= mostItems;
        Set<Integer> numbers = new HashSet<>();
        if (good) {
            for (JsonNode item : value) {
                good &= item.isIntegralNumber()
                        && item.canConvertToInt()
                        && item.intValue() >= 0
                        && numbers.add(item.intValue());
            }
        }
        if (!good) {
            fields.fault(field, "must be a list of 1 to " + mostItems + " different whole numbers from 0");
            return new int[0];
        }
        return numbers.stream().mapToInt(Integer::intValue).sorted().toArray();
    }

    static Map<String, String> texts(JsonFields fields, String field, int most) {
        JsonNode value = fields.get(field);
        Map<String, String> texts = new LinkedHashMap<>();
        if (value == null) {
            return texts;
        }
        if (!value.isObject() || value.size() > most) {
            fields.fault(field, "must be an object of at most " + most + " texts");
            return texts;
        }
        JsonFields inner = fields.inside(field, value);
        value.fieldNames().forEachRemaining(name -> {
            String text = inner.text(name, 200);
            texts.put(name, text == null ? "?" : text);
        });
        return texts;
    }

    static Map<String, Integer> wholesByName(JsonFields fields, String field, int least, int most) {
        JsonNode value = fields.get(field);
        Map<String, Integer> wholes = new LinkedHashMap<>();
        if (value == null) {
            return wholes;
        }
        if (!value.isObject() || value.size() > 1000) {
            fields.fault(field, "must be an object of at most 1000 whole numbers");
            return wholes;
        }
        JsonFields inner = fields.inside(field, value);
        value.fieldNames().forEachRemaining(name -> wholes.put(name, inner.whole(name, least, most, least)));
        return wholes;
    }

    static <T> Map<String, T> valuesByName(
            JsonFields fields, String field, int most, String rule, BiFunction<String, JsonNode, @Nullable T> read) {
        JsonNode value = fields.get(field);
        Map<String, T> values = new LinkedHashMap<>();
        if (value == null) {
            return values;
        }
        if (!value.isObject() || value.size() > most) {
            fields.fault(field, "must be an object of at most " + most + " whole numbers");
            return values;
        }
        JsonFields inner = fields.inside(field, value);
        value.fieldNames().forEachRemaining(name -> {
            T each = inner.value(name, rule, node -> read.apply(name, node));
            if (each != null) {
                values.put(name, each);
            }
        });
        return values;
    }

    static List<String> names(JsonFields fields, String field, int leastItems, int mostItems) {
        JsonNode value = fields.get(field);
        Set<String> names = new LinkedHashSet<>();
        boolean good = value == null || (value.isArray() && value.size() >= leastItems && value.size() <= mostItems);
        if (value != null && good) {
            for (JsonNode item : value) {
                good &= item.isTextual() && names.add(item.textValue());
            }
        }
        if (!good) {
            fields.fault(field, "must be a list of " + leastItems + " to " + mostItems + " different texts");
        }
        return List.copyOf(names);
    }

    static List<JsonFields> objects(JsonFields fields, String field, int most) {
        fields.require(field);
        JsonNode value = fields.get(field);
        return value == null ? List.of() : objects(fields, field, value, 1, most);
    }

    static List<JsonFields> optionalObjects(JsonFields fields, String field, int most) {
        JsonNode value = fields.get(field);
        return value == null ? List.of() : objects(fields, field, value, 0, most);
    }

    private static List<JsonFields> objects(JsonFields fields, String field, JsonNode value, int least, int most) {
        List<JsonFields> objects = new ArrayList<>();
        if (!value.isArray() || value.size() < least || value.size() > most) {
            fields.fault(field, "must be a list of " + least + " to " + most + " objects");
            return objects;
        }
        for (int i = 0; i < value.size(); i++) {
            String place = field + "[" + i + "]";
            if (value.get(i).isObject()) {
                objects.add(fields.inside(place, value.get(i)));
            } else {
                fields.fault(place, value.get(i), "must be an object");
            }
        }
        return objects;
    }
}
