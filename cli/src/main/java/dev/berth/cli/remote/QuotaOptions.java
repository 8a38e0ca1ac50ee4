package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Spans;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code --quota 100h/7d}, over all pools or with {@code --pool} in one, and what is said of it. */
public final class QuotaOptions {
    private static final Pattern QUOTA = Pattern.compile("([0-9]{1,10}(?:\\.[0-9]{1,3})?)h?/(.+)");

    private @Nullable String quota;
    private @Nullable String pool;
    private boolean none;

    public void declare(Syntax syntax) {
        syntax.text(
                "--quota",
                "HOURS/PERIOD",
                "Server-hours that may be booked in any such period, such as 100h/7d",
                value -> quota = value);
        syntax.text("--pool", "POOL", "With --quota or --no-quota: only in this pool", value -> pool = value);
    }

    public void declareRemoval(Syntax syntax) {
        syntax.flag("--no-quota", "Remove the quota", () -> none = true);
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
        ObjectNode place = pool == null ? request : request.putObject("poolQuotas");
        String field = pool == null ? "quota" : pool;
        if (quota == null) {
            place.putNull(field);
        } else {
            put(place.putObject(field), quota);
        }
    }

    /** Reads {@code 100h/7d}. */
    private static void put(ObjectNode node, String text) {
        Matcher parts = QUOTA.matcher(text);
        if (!parts.matches()) {
            throw new BadInput("--quota: Cannot read \"%s\" as a quota; try 100h/7d: 100 server-hours in any 7 days"
                    .formatted(text));
        }
        node.put("serverHours", parts.group(1))
                .put("window", Spans.positive("--quota", parts.group(2)).toString());
    }

    /** Quota in the form that {@code --quota} takes. */
    public static String text(JsonNode quota) {
        return "%sh/%s"
                .formatted(
                        AnswerText.text(quota, "serverHours"),
                        Spans.text(Duration.parse(AnswerText.text(quota, "window"))));
    }

    /** A quota and what is used of it. */
    public static String use(JsonNode use) {
        return "%s%s%s, %s server-hours booked, %s left"
                .formatted(
                        text(use),
                        use.has("pool") ? " in pool " + AnswerText.text(use, "pool") : "",
                        use.path("siteDefault").asBoolean() ? " (default of the site)" : "",
                        AnswerText.amount(use, "booked", RoundingMode.UP),
                        AnswerText.amount(use, "left", RoundingMode.DOWN));
    }
}
