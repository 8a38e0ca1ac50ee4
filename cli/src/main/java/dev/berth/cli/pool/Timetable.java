package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.TimetableChart;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code berth timetable}. */
@Command(name = "timetable", description = "Who has what when: a chart by server, or by pool on a large site.")
public final class Timetable implements Callable<Integer> {
    private static final int USUAL_WIDTH = 100;
    private static final int LEAST_WIDTH = 40;
    /** More rows than this are no picture any more. */
    private static final int MOST_ROWS = 60;

    /** A row for each. */
    enum By {
        pool,
        server
    }

    @Mixin
    private final Remote remote;

    @Option(names = "--from", paramLabel = "TIME", description = "Now unless told.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "A day later unless told.")
    private @Nullable String to;

    @Option(names = "--pool", paramLabel = "POOL", description = "Only this one.")
    private @Nullable String pool;

    @Option(names = "--by", paramLabel = "BY", description = "pool or server; server if there are at most 60.")
    private @Nullable By by;

    @Option(names = "--ascii", description = "Plain ASCII only.")
    private boolean ascii;

    public Timetable(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
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
            rows += each.path("servers").asInt();
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
        return new TimetableChart(answer, remote.moments().zone(), width(), ascii).toString();
    }

    /** The launcher sets the variable where standard output is a terminal. */
    private int width() {
        String columns = remote.environment().variable("COLUMNS");
        return columns.matches("[0-9]{1,4}") ? Math.max(LEAST_WIDTH, Integer.parseInt(columns)) : USUAL_WIDTH;
    }
}
