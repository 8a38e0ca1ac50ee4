package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.TimetableChart;
import org.jspecify.annotations.Nullable;

/** {@code berth timetable}. */
public final class Timetable implements ShellCommand {
    private static final int USUAL_WIDTH = 100;
    private static final int LEAST_WIDTH = 40;
    /** More rows than this are no picture any more. */
    private static final int MOST_ROWS = 60;

    /** A row for each. */
    enum By {
        pool,
        server
    }

    private final Remote remote;

    private @Nullable String from;

    private @Nullable String to;

    private @Nullable String pool;

    private @Nullable By by;

    private boolean ascii;

    public Timetable(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Draws who has which servers when: a row for each server, or for each pool on a large site. A host with parts has a row"
                        + " for each of its owners, and one for the use of each part.");
        syntax.text("--from", "TIME", "Start of the chart. Default: now", value -> from = value);
        syntax.text("--to", "TIME", "End of the chart. Default: a day after its start", value -> to = value);
        syntax.text("--pool", "POOL", "Restrict to this pool", value -> pool = value);
        syntax.choice(
                "--by",
                "BY",
                "One row for each pool or server. Default: server, up to 60 rows",
                By.class,
                value -> by = value);
        syntax.flag("--ascii", "Draw with ASCII characters only", () -> ascii = true);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ServiceClient service = remote.service();
        return remote.show(() -> ask(service), this::words);
    }

    private Reply ask(ServiceClient service) {
        Reply byPool = by == By.server ? null : ask(service, By.pool);
        if (byPool != null && (by == By.pool || !byPool.isGood() || rows(byPool.json()) > MOST_ROWS)) {
            return byPool;
        }
        return ask(service, By.server);
    }

    private static int rows(JsonNode answer) {
        int rows = 0;
        for (JsonNode each : answer.path("pools")) {
            rows += each.path("servers").asInt() * (1 + each.path("parts").size());
        }
        return rows;
    }

    private Reply ask(ServiceClient service, By rows) {
        QueryString query = new QueryString()
                .with("from", from == null ? null : remote.moments().parse("--from", from))
                .with("to", to == null ? null : remote.moments().parse("--to", to))
                .with("pool", pool)
                .with("by", rows);
        return service.send("GET", "/timetable" + query);
    }

    private String words(JsonNode answer) {
        if (answer.path("pools").isEmpty()) {
            return PoolsCommand.NONE_YET;
        }
        return new TimetableChart(answer, remote.moments().zone(), width(), ascii).toString();
    }

    /** The launcher sets the variable where standard output is a terminal. */
    private int width() {
        String columns = remote.environment().variable("COLUMNS");
        return columns.matches("[0-9]{1,4}") ? Math.max(LEAST_WIDTH, Integer.parseInt(columns)) : USUAL_WIDTH;
    }
}
