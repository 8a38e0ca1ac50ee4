package dev.berth.cli.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.remote.QuotaOptions;
import dev.berth.words.Spans;
import org.jspecify.annotations.Nullable;

/** The options that say what an account may do. Only those that were given are put into a request. */
final class AccountTerms {
    final QuotaOptions quota = new QuotaOptions();

    private @Nullable String leastLead;
    private @Nullable String mostLead;
    private @Nullable Integer priority;
    private @Nullable Integer paying;
    private @Nullable Integer rank;
    private @Nullable String project;

    void declare(Syntax syntax) {
        quota.declare(syntax);
        syntax.text("--lead", "DURATION", "Book at least this long ahead, such as 2h", value -> leastLead = value);
        syntax.text("--max-lead", "DURATION", "Book at most this long ahead, such as 30d", value -> mostLead = value);
        syntax.integer("--priority", "N", "Priority of queued requests, 1 to 1000", value -> priority = value);
        syntax.integer(
                "--paying",
                "N",
                "Paying capacity, 1 to 1000: a site that computes priorities takes the mean of it and the rank",
                value -> paying = value);
        syntax.integer("--rank", "N", "Rank among the accounts, 1 to 1000", value -> rank = value);
        syntax.text("--project", "NAME", "Default project of its reservations", value -> project = value);
    }

    boolean hasLead() {
        return leastLead != null || mostLead != null;
    }

    boolean hasProject() {
        return project != null;
    }

    boolean hasStanding() {
        return paying != null || rank != null;
    }

    boolean hasPriority() {
        return priority != null;
    }

    void addTo(ObjectNode request) {
        quota.addTo(request);
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
        if (hasStanding()) {
            ObjectNode standing = request.putObject("standing");
            if (paying != null) {
                standing.put("paying", paying);
            }
            if (rank != null) {
                standing.put("rank", rank);
            }
        }
        if (project != null) {
            request.put("project", project);
        }
    }
}
