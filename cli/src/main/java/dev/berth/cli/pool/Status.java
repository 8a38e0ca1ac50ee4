package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import org.jspecify.annotations.Nullable;

/** {@code berth status}. */
public final class Status implements Command {
    /** More would be no screen any more. */
    private static final int MOST = 1_000;

    private final Remote remote;

    private @Nullable String pool;

    public Status(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows who is at work on which servers now, what is free, what starts next, and who uses servers without"
                        + " a reservation.");
        syntax.text("--pool", "POOL", "Restrict to this pool", value -> pool = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ServiceClient service = remote.service();
        return remote.show(() -> ask(service), answer -> new StatusText(remote.moments(), answer).toString());
    }

    private Reply ask(ServiceClient service) {
        QueryString query =
                new QueryString().with("by", "server").with("pool", pool).with("limit", MOST);
        Reply timetable = service.send("GET", "/timetable" + query);
        if (!timetable.isGood()) {
            return timetable;
        }
        ObjectNode all = JsonTree.object();
        all.set("timetable", timetable.json());
        all.set("runs", list(service.send("GET", "/runs?running=true&limit=" + MOST), "runs"));
        all.set("sightings", list(service.send("GET", "/sightings"), "sightings"));
        return new Reply(timetable.address(), timetable.status(), all);
    }

    /** Nothing for those who may not see it. */
    private static JsonNode list(Reply reply, String field) {
        return reply.isGood() ? reply.json().path(field) : JsonTree.array();
    }
}
