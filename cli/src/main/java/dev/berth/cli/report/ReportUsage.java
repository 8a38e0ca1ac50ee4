package dev.berth.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** {@code berth report usage}. */
final class ReportUsage implements ShellCommand {
    private static final String COST = "cost";

    /** New ones come last: programs know the columns by their places. */
    private static final List<String> AMOUNTS = List.of(
            "booked", "used", "idle", "refused", "refusedHours", COST, "notKept", "notKeptHours", "opportunistic");

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
        Columns columns = new Columns(
                by.toUpperCase(Locale.ROOT),
                "BOOKED H",
                "USED H",
                "IDLE H",
                "REFUSED",
                "REFUSED H",
                "COST",
                "NOT KEPT",
                "NOT KEPT H",
                "OPPORTUNISTIC H");
        for (JsonNode row : report.path("rows")) {
            String name = AnswerText.text(row, "name");
            columns.row(cells(name.isEmpty() ? "(none)" : name, row));
        }
        columns.row(cells("total", report.path("total")));
        String since =
                report.has("since") ? "; counted since " + words.time(report, "since") : "; nothing has ended yet";
        return "%s to %s (UTC, the last day not included)%s%n%s"
                .formatted(AnswerText.text(report, "from"), AnswerText.text(report, "to"), since, columns);
    }

    private static Object[] cells(String name, JsonNode amounts) {
        Object[] cells = new Object[AMOUNTS.size() + 1];
        cells[0] = name;
        for (int i = 0; i < AMOUNTS.size(); i++) {
            String amount = AMOUNTS.get(i);
            cells[i + 1] = amount.equals(COST) ? AnswerText.money(amounts, amount) : AnswerText.amount(amounts, amount);
        }
        return cells;
    }

    /** Names of users, projects and pools are quoted: a pool may be called anything. */
    private String commaSeparated(JsonNode report) {
        StringBuilder text = new StringBuilder(
                by
                        + ",booked_hours,used_hours,idle_hours,refused,refused_hours,cost,not_kept,not_kept_hours,opportunistic_hours\n");
        for (JsonNode row : report.path("rows")) {
            text.append('"')
                    .append(AnswerText.text(row, "name").replace("\"", "\"\""))
                    .append('"');
            AMOUNTS.forEach(each -> text.append(',').append(AnswerText.text(row, each)));
            text.append('\n');
        }
        return text.toString();
    }
}
