package dev.berth.cli.deal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.job.TimeOptions;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** At which sites a job is booked through a broker, and on which terms. */
public final class DealOptions {
    private final List<String> sites = new ArrayList<>();

    private final List<SitePart> parts = new ArrayList<>();

    private @Nullable String prefer;

    private boolean replace;

    private boolean move;

    public void declare(Syntax syntax) {
        declareSites(syntax);
        syntax.text(
                "--prefer",
                "WHAT",
                "Without --part: end (the earliest) or price (the lowest). Default: end",
                value -> prefer = preference(value));
    }

    /** Declares everything but what is preferred, which a job at a site has as well. */
    public void declareSites(Syntax syntax) {
        syntax.text(
                        "--part",
                        "SITE:N[:POOL]",
                        "Number of servers at this site, such as north:8 or north:8:gpu; repeat it for each site",
                        value -> parts.add(SitePart.parse(value)))
                .repeatable();
        syntax.text(
                        "--site",
                        "SITE",
                        "Without --part: only this site; may be repeated. Default: all sites of the broker",
                        sites::add)
                .repeatable();
        syntax.flag(
                "--replace",
                "If a site cannot keep a part later, book that part at another site, within the deadline and the budget",
                () -> replace = true);
        syntax.flag(
                "--move",
                "With --part: as --replace, and if no site has room at that time, move all parts to another time before the deadline",
                () -> move = true);
    }

    /** Whether a preference is one of a broker. */
    public static boolean isPreference(String value) {
        return value.equals("end") || value.equals("price");
    }

    /** Takes what is preferred, where another option has read it. */
    public void prefer(String value) {
        prefer = preference(value);
    }

    private static String preference(String value) {
        if (!isPreference(value)) {
            throw new BadInput("--prefer: \"%s\" must be end or price".formatted(value));
        }
        return value;
    }

    /** Whether none of them is given, so that a job may also be meant for a site. */
    public boolean isEmpty() {
        return parts.isEmpty() && sites.isEmpty() && prefer == null && !replace && !move;
    }

    /**
     * Books a job through a broker, or shows how it could be booked.
     *
     * @param job as the API of a site takes it
     */
    public int book(Remote remote, ObjectNode job, IdempotencyKey key, boolean dryRun) {
        ObjectNode whole = job.deepCopy();
        // A broker promises several sites the same window, so it has to know its end.
        TimeOptions.addDeadline(whole, remote.moments());
        return new DealOrder(remote, request(whole), dryRun).send(key, answer -> proposal(remote, answer));
    }

    private ObjectNode request(ObjectNode whole) {
        ObjectNode request = JsonTree.object();
        // The broker watches it: a site would compare it with its own part only.
        JsonNode budget = whole.remove("budget");
        if (budget != null) {
            request.set("budget", budget);
        }
        if (replace) {
            request.put("replace", true);
        }
        if (move) {
            if (parts.isEmpty()) {
                throw new BadInput(
                        "--move is for servers at several sites at the same time; add --part, or leave it out");
            }
            request.put("move", true);
        }
        return parts.isEmpty() ? atOneSite(request, whole) : together(request, whole);
    }

    private ObjectNode atOneSite(ObjectNode request, ObjectNode whole) {
        request.set("job", whole);
        if (prefer != null) {
            request.put("by", prefer);
        }
        if (!sites.isEmpty()) {
            ArrayNode only = request.putArray("sites");
            sites.forEach(only::add);
        }
        return request;
    }

    private ObjectNode together(ObjectNode request, ObjectNode whole) {
        if (prefer != null || !sites.isEmpty()) {
            throw new BadInput("--prefer and --site are for a job at one site; leave them out, or leave out --part");
        }
        for (String field : List.of("servers", "mostServers", "table", "pool", "attributes")) {
            if (whole.has(field)) {
                throw new BadInput(
                        "--part says how many servers and where; leave out --servers, --most-servers, --pool and --require");
            }
        }
        request.set("name", whole.path("name"));
        ObjectNode window = request.putObject("window");
        for (String time : List.of("ready", "deadline")) {
            JsonNode given = whole.remove(time);
            if (given != null) {
                window.set(time, given);
            }
        }
        if (whole.has("stay")) {
            window.set("duration", whole.path("stay"));
        }
        ArrayNode all = request.putArray("parts");
        parts.forEach(part -> all.add(part.json(whole)));
        return request;
    }

    private static String proposal(Remote remote, JsonNode answer) {
        return (answer.path("possible").asBoolean() ? "Could be booked:\n" : "Cannot be booked\n")
                + new DealText(remote.moments()).proposal(answer)
                + "Nothing was booked, because of --dry-run\n";
    }
}
