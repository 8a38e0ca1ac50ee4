package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Unit;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Options and request of a command that acts on named servers of a pool. */
final class PoolServers {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,8})(?:-(\\d{1,8}))?");
    private static final int MOST = 100_000;

    private final Remote remote;

    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String pool = "";

    private String servers = "";

    PoolServers(Environment environment) {
        this.remote = new Remote(environment);
    }

    public void declare(Syntax syntax) {
        syntax.parameter("POOL", "Name of the pool", value -> pool = value);
        syntax.text(
                        "--servers",
                        "LIST",
                        "Numbers or names of the servers, such as 0,2,4-7 or gpu0",
                        value -> servers = value)
                .required();
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
    }

    Remote remote() {
        return remote;
    }

    /** For people, by what the pool in the answer calls its servers. */
    String named(JsonNode answer) {
        Unit unit = AnswerText.unit(answer.path("pool").isObject() ? answer.path("pool") : answer);
        return (servers.matches("[0-9]+|[^,]*[^,0-9-][^,]*") ? unit.name() : unit.plural()) + " " + servers + " of "
                + pool;
    }

    ObjectNode request() {
        ObjectNode request = JsonTree.object();
        request.set(
                "servers",
                numbers(
                        servers,
                        () -> remote.service()
                                .send("GET", "/pools/" + Remote.encoded(pool))
                                .expected()));
        return request;
    }

    int send(String what, ObjectNode request, Function<JsonNode, String> words) {
        return remote.show(() -> change(what, request), words);
    }

    Reply change(String what, ObjectNode request) {
        return remote.service()
                .change("POST", "/pools/" + Remote.encoded(pool) + "/" + what, request, idempotencyKey.value());
    }

    /** Numbers, ranges of them, and names; who is asked what the pool is like is asked only for names. */
    static ArrayNode numbers(String list, Supplier<JsonNode> pool) {
        ArrayNode numbers = JsonTree.array();
        for (String part : list.split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches()) {
                numbers.add(number(part.strip(), pool.get()).orElseThrow(() -> wrong(list)));
                continue;
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (last < first || last - first >= MOST - numbers.size()) {
                throw wrong(list);
            }
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static OptionalInt number(String name, JsonNode pool) {
        for (JsonNode each : pool.path("serverList")) {
            if (AnswerText.text(each, "name").equals(name)) {
                return OptionalInt.of(each.path("number").asInt());
            }
        }
        return OptionalInt.empty();
    }

    private static BadInput wrong(String list) {
        return new BadInput(
                "--servers: \"%s\" is not a list of servers; give numbers and ranges such as 0,2,4-7, at most %,d servers, or names"
                        .formatted(list, MOST));
    }
}
