package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.PartWords;
import dev.berth.words.Spans;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code --quota 100h/7d}, over all pools or with {@code --pool} in one, and what is said of it. */
public final class QuotaOptions {
    private static final Pattern QUOTA =
            Pattern.compile("([0-9]{1,10}(?:\\.[0-9]{1,3})?) ?(?:h|([A-Za-z][A-Za-z0-9._-]{0,39})-hours?)?/(.+)");

    private @Nullable String quota;
    private @Nullable String pool;
    private @Nullable String part;
    private boolean none;

    public void declare(Syntax syntax) {
        syntax.text(
                "--quota",
                "HOURS/PERIOD",
                "Server-hours that may be booked in any such period, such as 100h/7d; or hours of a part of hosts, such as \"100"
                        + " gpu-hours/7d\", \"2000 core-hours/7d\" or \"8000 GiB-hours/7d\" of memory",
                value -> quota = value);
        syntax.text("--pool", "POOL", "With --quota or --no-quota: only in this pool", value -> pool = value);
    }

    public void declareRemoval(Syntax syntax) {
        syntax.flag("--no-quota", "Remove the quota", () -> none = true);
        syntax.text("--part", "PART", "With --no-quota: that on this part, such as gpu", value -> part = value);
    }

    public void addTo(ObjectNode request) {
        if (quota != null && none) {
            throw new BadInput("Give either --quota or --no-quota, not both");
        }
        if (pool != null && quota == null && !none) {
            throw new BadInput("--pool needs --quota, such as --quota 100h/7d --pool " + pool);
        }
        if (quota == null && !none) {
            return;
        }
        Matcher quotaParts = quota == null ? null : parsed(quota);
        String onPart = quotaParts == null ? part : part(quotaParts.group(2));
        if (part != null && !none) {
            throw new BadInput("--part needs --no-quota; to set a quota write --quota \"100 %s/7d\""
                    .formatted(PartWords.hours(part)));
        }
        if (onPart != null) {
            if (pool != null) {
                throw new BadInput("A quota on a part is over all pools; leave out --pool");
            }
            ObjectNode place = request.putObject("partQuotas");
            if (quotaParts == null) {
                place.putNull(onPart);
            } else {
                put(place.putObject(onPart), "hours", quotaParts);
            }
            return;
        }
        ObjectNode place = pool == null ? request : request.putObject("poolQuotas");
        String field = pool == null ? "quota" : pool;
        if (quotaParts == null) {
            place.putNull(field);
        } else {
            put(place.putObject(field), "serverHours", quotaParts);
        }
    }

    /** Part of which there are hours: core-hours are of the part cores, GiB-hours of memory; null for server-hours. */
    private static @Nullable String part(@Nullable String word) {
        if (word == null || word.equals("server")) {
            return null;
        }
        return switch (word) {
            case "core" -> "cores";
            case "GiB", "GB", "gib", "gb" -> PartWords.MEMORY;
            default -> word;
        };
    }

    /** Reads {@code 100h/7d} and {@code 100 gpu-hours/7d}. */
    private static Matcher parsed(String text) {
        Matcher parts = QUOTA.matcher(text);
        if (!parts.matches()) {
            throw new BadInput("--quota: Cannot read \"%s\" as a quota; try 100h/7d: 100 server-hours in any 7 days"
                    .formatted(text));
        }
        return parts;
    }

    private static void put(ObjectNode node, String hours, Matcher parts) {
        node.put(hours, parts.group(1))
                .put("window", Spans.positive("--quota", parts.group(3)).toString());
    }

    /** Quota in the form that {@code --quota} takes. */
    public static String text(JsonNode quota) {
        return "%s/%s"
                .formatted(
                        quota.has("part")
                                ? AnswerText.text(quota, "hours") + " " + hours(quota)
                                : AnswerText.text(quota, "serverHours") + "h",
                        Spans.text(Duration.parse(AnswerText.text(quota, "window"))));
    }

    private static String hours(JsonNode use) {
        return use.has("part") ? PartWords.hours(AnswerText.text(use, "part")) : "server-hours";
    }

    /** A quota and what is used of it. */
    public static String use(JsonNode use) {
        return "%s%s%s, %s %s booked, %s left"
                .formatted(
                        text(use),
                        use.has("pool") ? " in pool " + AnswerText.text(use, "pool") : "",
                        use.path("siteDefault").asBoolean() ? " (default of the site)" : "",
                        AnswerText.amount(use, "booked", RoundingMode.UP),
                        hours(use),
                        AnswerText.amount(use, "left", RoundingMode.DOWN));
    }
}
