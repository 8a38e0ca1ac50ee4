package dev.berth.cli.client;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.BadInput;
import dev.berth.cli.Environment;
import dev.berth.cli.ExitCode;
import dev.berth.service.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code berth drain}. */
@Command(
        name = "drain",
        description = "Takes servers out of service for a time; --dry-run says which reservations are in the way.")
public final class Drain implements Callable<Integer> {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,8})(?:-(\\d{1,8}))?");
    private static final int MOST = 100_000;

    @Mixin
    private final Remote remote;

    @Mixin
    private final Repeatable repeatable = new Repeatable();

    @Parameters(paramLabel = "POOL", description = "Which pool.")
    @SuppressWarnings("NullAway.Init")
    private String pool;

    @Option(names = "--servers", paramLabel = "LIST", required = true, description = "Their numbers, such as 0,2,4-7.")
    @SuppressWarnings("NullAway.Init")
    private String servers;

    @Option(names = "--from", paramLabel = "TIME", description = "Now unless told.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Until they are restored unless told.")
    private @Nullable String to;

    @Option(names = "--dry-run", description = "Change nothing; exit code 1 if reservations are in the way.")
    private boolean dryRun;

    public Drain(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public Integer call() {
        ObjectNode request = Json.object().put("dryRun", dryRun);
        request.set("servers", numbers(servers));
        if (from != null) {
            request.put("from", remote.moments().parse("--from", from).toString());
        }
        if (to != null) {
            request.put("to", remote.moments().parse("--to", to).toString());
        }
        String path = "/pools/" + Remote.encoded(pool) + "/drain";
        List<String> inTheWay = new ArrayList<>();
        int code = remote.show(
                () -> {
                    Reply reply = remote.service().change("POST", path, request, repeatable.key());
                    reply.json().path("inTheWay").forEach(id -> inTheWay.add(id.asText()));
                    return reply;
                },
                answer -> words(inTheWay));
        return code == ExitCode.DONE && !inTheWay.isEmpty() ? ExitCode.REFUSED : code;
    }

    private String words(List<String> inTheWay) {
        String what = "servers " + servers + " of " + pool;
        return !dryRun
                ? "drained " + what + "\n"
                : inTheWay.isEmpty()
                        ? what + " can be drained; nothing is in the way\n"
                        : what + " cannot be drained; in the way: " + String.join(", ", inTheWay)
                                + "\nMove or cancel them first: berth change ID move --by DURATION\n";
    }

    static ArrayNode numbers(String list) {
        ArrayNode numbers = Json.array();
        for (String part : list.split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (!range.matches()) {
                throw wrong(list);
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

    private static BadInput wrong(String list) {
        return new BadInput("--servers: \"%s\" is not right; it is numbers and ranges such as 0,2,4-7, at most %,d"
                .formatted(list, MOST));
    }
}
