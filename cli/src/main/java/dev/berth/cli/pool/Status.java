package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import org.jspecify.annotations.Nullable;

/** {@code berth status}. */
public final class Status implements ShellCommand {
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
                        + " a reservation.",
                "First come promises that are not kept: reservations without servers, and those given up within the last 24 hours,"
                        + " each with the outage that did it. Operators see those of all users, and the exit code is then 1, so that scripts can"
                        + " watch it. Others see their own, and the exit code stays 0.");
        syntax.text("--pool", "POOL", "Restrict to this pool", value -> pool = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        ServiceClient service = remote.service();
        boolean[] needsCare = {false};
        int code = remote.show(
                () -> {
                    Reply reply = ask(service);
                    needsCare[0] = reply.isGood() && needsCare(reply.json().path("losses"));
                    return reply;
                },
                answer -> new StatusText(remote.moments(), answer).toString());
        return code == ExitCode.DONE && needsCare[0] ? ExitCode.REFUSED : code;
    }

    /** Users cannot mend what is broken: their scripts go on. */
    private static boolean needsCare(JsonNode losses) {
        return losses.path("all").asBoolean() && !losses.path("reservations").isEmpty();
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
        all.set("losses", losses(service));
        Reply seen = service.send("GET", "/sightings");
        all.set("sightings", list(seen, "sightings"));
        all.set("brakes", list(seen, "brakes"));
        all.set("excesses", list(seen, "excesses"));
        return new Reply(timetable.address(), timetable.status(), all);
    }

    /** Losses that the service reports, restricted to the pool that is asked for; older services report none. */
    private ObjectNode losses(ServiceClient service) {
        Reply reply = service.send("GET", "/losses");
        ObjectNode losses = JsonTree.object();
        ArrayNode reservations = losses.putArray("reservations");
        if (reply.isGood()) {
            losses.set("all", reply.json().path("all"));
            reply.json().path("reservations").forEach(each -> {
                if (pool == null || pool.equals(each.path("pool").asText())) {
                    reservations.add(each);
                }
            });
        }
        return losses;
    }

    /** Nothing for those who may not see it, or from a service that does not know it yet. */
    private static JsonNode list(Reply reply, String field) {
        return reply.isGood() && reply.json().has(field) ? reply.json().path(field) : JsonTree.array();
    }
}
