package dev.berth.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.PartWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code berth report usage}. */
final class ReportUsage implements ShellCommand {
    private static final String GRAMS = "grams";

    private static final String COST = "cost";

    /** New ones come last: programs know the columns by their places. */
    private static final List<String> AMOUNTS = List.of(
            "booked", "used", "idle", "refused", "refusedHours", COST, "notKept", "notKeptHours", "opportunistic");

    private static final List<String> MEASURED = List.of("hours", "used", "idle");

    private static final List<String> MEASURED_HEADS = List.of("MEASURED H", "IN USE H", "LEFT IDLE H");

    private final Remote remote;

    private String by = "user";
    private @Nullable String from;
    private @Nullable String to;
    private boolean csv;

    ReportUsage(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Reports server-hours booked, really used and idle, refused requests and the server-hours that they asked for, costs, and promises not kept. Operators see all users, others their own usage.",
                "Idle is what was booked and not used: no-shows, early ends, and what has not run yet. Days are in UTC. The price of a reservation counts on the day of its start.",
                "Not kept are reservations that an outage left without servers, each counted once, on that day; and the server-hours promised to those"
                        + " that closed without servers, on the day when they closed.",
                "Where servers have parts, their hours come last: of cards, of cores, of GiB of memory. Of server-hours a job has the share"
                        + " that it takes of the part of which it takes most.",
                "Measured are the server-hours that a guard or berth run has looked at, in use those of them in which the servers were used, left idle"
                        + " the rest; up to the last full hour of a reservation that runs. These columns are missing where nothing was measured.",
                "Opportunistic are the server-hours that the commands of opportunistic jobs used; they were not booked and cost nothing.");
        syntax.text("--by", "WHAT", "user, project or pool", value -> by = value)
                .byDefault("user");
        syntax.text("--from", "DATE", "First day. Default: 30 days before --to", value -> from = value);
        syntax.text("--to", "DATE", "First day that is not included. Default: tomorrow", value -> to = value);
        syntax.flag("--csv", "Print comma-separated values", () -> csv = true);
        remote.declare(syntax);
        syntax.examples("berth report usage --by project --from 2026-10-01 --to 2026-11-01 --csv");
    }

    @Override
    public int run() {
        QueryString query = new QueryString().with("by", by).with("from", from).with("to", to);
        return remote.show(
                () -> remote.service().send("GET", "/reports/usage" + query), csv ? this::commaSeparated : this::words);
    }

    private String words(JsonNode report) {
        AnswerText words = new AnswerText(remote.moments());
        List<String> parts = parts(report);
        List<String> heads = new ArrayList<>(List.of(
                by.toUpperCase(Locale.ROOT),
                "BOOKED H",
                "USED H",
                "IDLE H",
                "REFUSED",
                "REFUSED H",
                "COST",
                "NOT KEPT",
                "NOT KEPT H",
                "OPPORTUNISTIC H"));
        for (String part : parts) {
            String hours = PartWords.hours(part).toUpperCase(Locale.ROOT);
            heads.add(hours + " BOOKED");
            heads.add("USED");
        }
        boolean carbon = report.path("total").has(GRAMS);
        if (carbon) {
            heads.add("CO2 G");
        }
        boolean isMeasured = isMeasured(report);
        if (isMeasured) {
            heads.addAll(MEASURED_HEADS);
        }
        Columns columns = new Columns(heads.toArray(String[]::new));
        for (JsonNode row : report.path("rows")) {
            String name = AnswerText.text(row, "name");
            columns.row(cells(name.isEmpty() ? "(none)" : name, row, parts, carbon, isMeasured));
        }
        columns.row(cells("total", report.path("total"), parts, carbon, isMeasured));
        String since =
                report.has("since") ? "; counted since " + words.time(report, "since") : "; nothing has ended yet";
        return "%s to %s (UTC, the last day not included)%s%n%s"
                .formatted(AnswerText.text(report, "from"), AnswerText.text(report, "to"), since, columns);
    }

    /** Whether a guard or a runner has measured anything; it comes last, because other reports have no such columns. */
    private static boolean isMeasured(JsonNode report) {
        return report.path("total").has("measured");
    }

    /** The parts of hosts that were booked; none on a site whose servers are booked as a whole. */
    private static List<String> parts(JsonNode report) {
        List<String> parts = new ArrayList<>();
        report.path("total").path("parts").fieldNames().forEachRemaining(parts::add);
        return parts;
    }

    private static Object[] cells(
            String name, JsonNode amounts, List<String> parts, boolean carbon, boolean isMeasured) {
        List<Object> cells = new ArrayList<>(List.of(name));
        for (String amount : AMOUNTS) {
            cells.add(amount.equals(COST) ? AnswerText.money(amounts, amount) : AnswerText.amount(amounts, amount));
        }
        for (String part : parts) {
            JsonNode use = amounts.path("parts").path(part);
            cells.add(AnswerText.amount(use, "booked"));
            cells.add(AnswerText.amount(use, "used"));
        }
        if (carbon) {
            cells.add(amounts.path(GRAMS).asLong());
        }
        if (isMeasured) {
            MEASURED.forEach(each -> cells.add(AnswerText.amount(amounts.path("measured"), each)));
        }
        return cells.toArray();
    }

    /** Names of users, projects and pools are quoted: a pool may be called anything. */
    private String commaSeparated(JsonNode report) {
        List<String> parts = parts(report);
        StringBuilder text = new StringBuilder(
                by
                        + ",booked_hours,used_hours,idle_hours,refused,refused_hours,cost,not_kept,not_kept_hours,opportunistic_hours");
        parts.forEach(part -> text.append(",%1$s_booked_hours,%1$s_used_hours".formatted(part)));
        boolean carbon = report.path("total").has(GRAMS);
        text.append(carbon ? ",carbon_g" : "");
        boolean isMeasured = isMeasured(report);
        text.append(isMeasured ? ",measured_hours,measured_used_hours,measured_idle_hours\n" : "\n");
        for (JsonNode row : report.path("rows")) {
            text.append('"')
                    .append(AnswerText.text(row, "name").replace("\"", "\"\""))
                    .append('"');
            AMOUNTS.forEach(each -> text.append(',').append(AnswerText.text(row, each)));
            for (String part : parts) {
                JsonNode use = row.path("parts").path(part);
                text.append(',').append(use.path("booked").asText("0"));
                text.append(',').append(use.path("used").asText("0"));
            }
            if (carbon) {
                text.append(',').append(row.path(GRAMS).asLong());
            }
            if (isMeasured) {
                MEASURED.forEach(each ->
                        text.append(',').append(row.path("measured").path(each).asText("0")));
            }
            text.append('\n');
        }
        return text.toString();
    }
}
