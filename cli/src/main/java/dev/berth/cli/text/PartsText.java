package dev.berth.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.words.MemorySize;
import dev.berth.words.PartWords;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Parts of hosts in answers of the service: what a job takes, which devices it has, and what is free. */
public final class PartsText {
    private static final int GIBIBYTE = 1 << 10;

    private PartsText() {}

    /** The parts of each server; the whole server if the answer has none. */
    public static Slice slice(JsonNode one) {
        JsonNode share = one.path("share");
        if (!share.isObject()) {
            return new Slice(amounts(one.path("parts")), null);
        }
        String part = AnswerText.text(share, "part");
        return new Slice(
                amounts(one.path("parts")),
                share.has("memory")
                        ? Share.ofMemory(part, share.path("memory").asLong())
                        : Share.of(part, share.path("thousandths").asInt()));
    }

    private static Amounts amounts(JsonNode object) {
        Map<String, Long> amounts = new TreeMap<>();
        object.properties()
                .forEach(each -> amounts.put(each.getKey(), each.getValue().asLong()));
        return Amounts.of(amounts);
    }

    /** The parts of each server in words; empty if it takes whole servers. */
    public static String of(JsonNode one) {
        return PartWords.of(slice(one));
    }

    /** Parts of servers that are called so: {@code dgx1: 2 gpus}, {@code 4 x 8 gpus}, or the servers alone. */
    public static String of(JsonNode one, String servers, boolean isNamed) {
        String parts = of(one);
        if (parts.isEmpty()) {
            return servers;
        }
        int count = one.path("servers").asInt();
        return isNamed ? servers + ": " + parts : count == 1 ? parts : count + " x " + parts;
    }

    /** Licences in words; empty if there are none. */
    public static String licences(JsonNode one) {
        return PartWords.licences(amounts(one.path("licences")));
    }

    /** Numbers of devices: {@code gpu 0,1}; with the server where there are several. Empty if none are settled. */
    public static String devices(JsonNode one) {
        List<String> all = new ArrayList<>();
        boolean areSeveral = one.path("servers").asInt() > 1;
        for (JsonNode each : one.path("devices")) {
            List<String> numbers = new ArrayList<>();
            each.path("numbers").forEach(number -> numbers.add(number.asText()));
            all.add(AnswerText.text(each, "part") + " " + String.join(",", numbers)
                    + (areSeveral ? " of server " + AnswerText.text(each, "server") : ""));
        }
        return String.join(", ", all);
    }

    /** The parts that each server of a pool has; empty if they are booked as a whole. */
    public static String has(JsonNode pool) {
        List<String> all = new ArrayList<>();
        for (JsonNode part : pool.path("parts")) {
            String count = PartWords.counted(
                    AnswerText.text(part, "name"), part.path("count").asLong());
            all.add(count
                    + (part.has("memory")
                            ? " of " + MemorySize.words(part.path("memory").asLong())
                            : "")
                    + (part.has("shares") ? " in shares" : ""));
        }
        return String.join(", ", all);
    }

    /** Head of a column with amounts of a part: {@code GPU}, {@code MEMORY, GiB}. */
    public static String head(JsonNode part) {
        String name = AnswerText.text(part, "name");
        return (name + (name.equals(PartWords.MEMORY) ? ", " : "")).toUpperCase(Locale.ROOT)
                + (name.equals(PartWords.MEMORY) ? "GiB" : "");
    }

    /** Free amount of a part of one host, and how much there is: {@code 5.5 of 8}; memory in GiB. */
    public static String ofAll(JsonNode part, JsonNode free) {
        String name = AnswerText.text(part, "name");
        BigDecimal unit = BigDecimal.valueOf(name.equals(PartWords.MEMORY) ? GIBIBYTE : 1);
        return number(free.path(name).decimalValue(), unit) + " of "
                + number(part.path("count").decimalValue(), unit);
    }

    /** Rounded down to a tenth where it is of memory: what is said to be free is. */
    private static String number(BigDecimal amount, BigDecimal unit) {
        int digits = unit.equals(BigDecimal.ONE) ? 3 : 1;
        return amount.divide(unit, digits, RoundingMode.DOWN)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** Share of its parts that a pool has in use, in thousandths: of the part that is used most. */
    static int used(JsonNode pool, JsonNode free) {
        BigDecimal least = BigDecimal.valueOf(Share.WHOLE);
        int servers = pool.path("servers").asInt();
        for (JsonNode part : pool.path("parts")) {
            BigDecimal all = BigDecimal.valueOf(part.path("count").asLong()).multiply(BigDecimal.valueOf(servers));
            BigDecimal left = free.path(AnswerText.text(part, "name")).decimalValue();
            least = least.min(left.multiply(BigDecimal.valueOf(Share.WHOLE)).divide(all, 0, RoundingMode.DOWN));
        }
        return Share.WHOLE - least.intValue();
    }
}
