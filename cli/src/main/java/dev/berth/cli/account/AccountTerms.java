package dev.berth.cli.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.service.words.Spans;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The options that say what an account may do. Only those that were given are put into a request. */
final class AccountTerms {
    private static final Pattern QUOTA = Pattern.compile("([0-9]{1,10}(?:\\.[0-9]{1,3})?)h?/(.+)");

    private @Nullable String quota;
    private @Nullable String leastLead;
    private @Nullable String mostLead;
    private @Nullable Integer priority;
    private @Nullable String project;

    void declare(Syntax syntax) {
        syntax.text(
                "--quota",
                "HOURS/PERIOD",
                "Server-hours that may be booked in any such period, such as 100h/7d",
                value -> quota = value);
        syntax.text("--lead", "DURATION", "Book at least this long ahead, such as 2h", value -> leastLead = value);
        syntax.text("--max-lead", "DURATION", "Book at most this long ahead, such as 30d", value -> mostLead = value);
        syntax.integer("--priority", "N", "Priority of queued requests, 1 to 1000", value -> priority = value);
        syntax.text("--project", "NAME", "Default project of its reservations", value -> project = value);
    }

    boolean hasQuota() {
        return quota != null;
    }

    boolean hasLead() {
        return leastLead != null || mostLead != null;
    }

    boolean hasProject() {
        return project != null;
    }

    boolean hasPriority() {
        return priority != null;
    }

    void addTo(ObjectNode request) {
        if (quota != null) {
            addQuota(request, "--quota", quota);
        }
        if (hasLead()) {
            ObjectNode lead = request.putObject("lead");
            if (leastLead != null) {
                lead.put("least", Spans.parse("--lead", leastLead).toString());
            }
            if (mostLead != null) {
                lead.put("most", Spans.positive("--max-lead", mostLead).toString());
            }
        }
        if (priority != null) {
            request.put("priority", priority);
        }
        if (project != null) {
            request.put("project", project);
        }
    }

    /** Reads {@code 100h/7d}. */
    private static void addQuota(ObjectNode request, String option, String text) {
        Matcher parts = QUOTA.matcher(text);
        if (!parts.matches()) {
            throw new BadInput("%s: Cannot read \"%s\" as a quota; try 100h/7d: 100 server-hours in any 7 days"
                    .formatted(option, text));
        }
        request.putObject("quota")
                .put("serverHours", parts.group(1))
                .put("window", Spans.positive(option, parts.group(2)).toString());
    }
}
