package dev.berth.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.words.MemorySize;
import dev.berth.words.PartWords;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parts of servers that a job takes, and licences of the site: {@code "parts": {"gpu": 2, "memory": "64g"}},
 * {@code "share": {"part": "gpu", "thousandths": 500}}, {@code "licences": {"matlab": 1}}. In answers memory is a number of MiB.
 */
public final class SliceJson {
    private static final int MOST = 16;
    private static final String RULE = "must be a whole number from 1 to " + Part.MOST;
    private static final String SHARE = "must be a whole number from 1 to " + (Share.WHOLE - 1);

    private SliceJson() {}

    /** Whether a request says anything about parts or licences; empty objects say nothing. */
    public static boolean isGiven(Fields fields) {
        return fields.isSaid("parts") || fields.isSaid("share") || fields.isSaid("licences");
    }

    /** The slice of each server; {@link Slice#WHOLE} if none is said, and as a stand-in for a wrong one. */
    public static Slice slice(Fields fields) {
        Amounts amounts = amounts(fields, "parts");
        Fields inner = fields.object("share");
        Share share = inner == null || !fields.isSaid("share") ? null : share(inner);
        if (share != null && amounts.get(share.part()) > 0) {
            fields.fault("share", "must be of a part of which no whole devices are taken, unlike " + share.part());
            return Slice.WHOLE;
        }
        return new Slice(amounts, share);
    }

    /** The licences of the job as a whole. */
    public static Amounts licences(Fields fields) {
        return amounts(fields, "licences");
    }

    /** Whole numbers by name, such as licences or weights of parts; memory may have a unit. */
    static Amounts amounts(Fields fields, String field) {
        Map<String, Long> amounts = fields.valuesByName(field, MOST, RULE, SliceJson::amount);
        return Amounts.of(amounts);
    }

    private static @Nullable Long amount(String part, JsonNode value) {
        Long amount = part.equals(PartWords.MEMORY) ? memory(value) : whole(value);
        // Throws if the name or the number is out of range.
        return amount == null ? null : (Long) Amounts.of(Map.of(part, amount)).get(part);
    }

    static @Nullable Long whole(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong() ? (Long) value.longValue() : null;
    }

    /** MiB, from a number of them or a text with a unit. */
    static @Nullable Long memory(JsonNode value) {
        if (!value.isTextual()) {
            return whole(value);
        }
        return MemorySize.read(value.textValue())
                .orElseThrow(() -> new BadValue(PartWords.MEMORY, value.textValue(), MemorySize.RULE));
    }

    private static @Nullable Share share(Fields fields) {
        String named = fields.text("part", 40);
        String part = named == null ? PartWords.GPU : named;
        Integer thousandths = fields.value("thousandths", SHARE, node -> {
            Long number = whole(node);
            return number == null || number < 1 || number >= Share.WHOLE ? null : (Integer) number.intValue();
        });
        Long memory = fields.value("memory", MemorySize.RULE, node -> {
            Long size = memory(node);
            return size == null ? null : (Long) Share.ofMemory(part, size).memory();
        });
        if (fields.has("thousandths") == fields.has("memory")) {
            fields.fault("thousandths", "or memory is required, but not both");
        }
        fields.closed();
        return fields.build(() ->
                thousandths == null ? Share.ofMemory(part, memory == null ? 1 : memory) : Share.of(part, thousandths));
    }

    /** Adds what is taken of each server, and the licences; nothing where whole servers and no licences are. */
    public static void add(ObjectNode node, Taken taken) {
        add(node, taken.slice(), taken.licences());
    }

    /** The same as it was asked for. */
    public static void add(ObjectNode node, Slice slice, Amounts licences) {
        if (!slice.amounts().isEmpty()) {
            add(node.putObject("parts"), slice.amounts());
        }
        Share share = slice.share();
        if (share != null) {
            ObjectNode of = node.putObject("share").put("part", share.part());
            if (share.memory() > 0) {
                of.put("memory", share.memory());
            } else {
                of.put("thousandths", share.thousandths());
            }
        }
        if (!licences.isEmpty()) {
            add(node.putObject("licences"), licences);
        }
    }

    static void add(ObjectNode node, Amounts amounts) {
        amounts.forEach(node::put);
    }

    /** Adds which devices of which server a placement has; nothing if it takes none. They are as tentative as its servers. */
    public static void addDevices(ObjectNode node, Placement placement, Parts parts) {
        if (placement.taken().devices().isEmpty()) {
            return;
        }
        ArrayNode all = node.putArray("devices");
        int[] servers = placement.servers().stream().toArray();
        for (int i = 0; i < servers.length; i++) {
            for (Part part : parts.all()) {
                List<Integer> numbers =
                        part.numbered() ? placement.taken().devices().numbers(i, parts, part) : List.of();
                if (!numbers.isEmpty()) {
                    ArrayNode list = all.addObject()
                            .put("server", servers[i])
                            .put("part", part.name())
                            .putArray("numbers");
                    numbers.forEach(list::add);
                }
            }
        }
    }
}
