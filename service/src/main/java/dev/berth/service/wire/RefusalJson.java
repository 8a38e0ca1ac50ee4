package dev.berth.service.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;

/** The numbers that decided a refusal, under the names its type gives them. */
public final class RefusalJson {
    private static final Set<String> TIMES = Set.of(
            "deadline",
            "earliestEnd",
            "earliest",
            "ready",
            "askedReady",
            "askedDeadline",
            "end",
            "now",
            "since",
            "start",
            "asked");
    /** A time from the year 2001 on as the engine prints it, a bare number of milliseconds; or one before 1970. */
    private static final Pattern BARE_TIME = Pattern.compile("\\b[1-9][0-9]{12,18}\\b|-[1-9][0-9]{8,18}\\b");

    private RefusalJson() {}

    /** The engine's sentence with its times as people read them. */
    public static String message(Refusal refusal) {
        return message(refusal.message());
    }

    static String message(String sentence) {
        return BARE_TIME
                .matcher(sentence)
                .replaceAll(match ->
                        match.group().startsWith("-") ? "before 1970" : Times.instant(Long.parseLong(match.group())));
    }

    public static ObjectNode numbers(Refusal refusal) {
        ObjectNode node = Json.object();
        for (RecordComponent component : refusal.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(refusal);
                node.set(component.getName(), value(component.getName(), value));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return node;
    }

    private static JsonNode value(String name, Object value) {
        return switch (value) {
            case Long number -> number(name, number);
            case Integer number -> IntNode.valueOf(number);
            case ServerSet servers -> ReservationJson.numbers(servers);
            case Window window ->
                Json.object()
                        .put("start", Times.instant(window.start()))
                        .put("end", Times.isEndless(window.end()) ? "" : Times.instant(window.end()));
            case Collection<?> values -> list(values);
            // What a rule of the model says of a value may be about times.
            default ->
                TextNode.valueOf(
                        name.equals("value") || name.equals("rule") ? message(value.toString()) : value.toString());
        };
    }

    private static JsonNode number(String name, long number) {
        if (TIMES.contains(name)) {
            return TextNode.valueOf(Times.instant(number));
        }
        return name.equals("more") ? TextNode.valueOf(Times.duration(number)) : LongNode.valueOf(number);
    }

    private static ArrayNode list(Collection<?> values) {
        ArrayNode array = Json.array();
        values.stream().map(Object::toString).sorted().limit(1000).forEach(array::add);
        return array;
    }
}
