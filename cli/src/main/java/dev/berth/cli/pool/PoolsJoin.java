package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.cli.text.PartsText;
import dev.berth.words.MemorySize;
import dev.berth.words.PartWords;
import java.util.Arrays;

/** {@code berth pools join}. */
final class PoolsJoin implements ShellCommand {
    private final Remote remote;
    private final IdempotencyKey idempotencyKey = new IdempotencyKey();

    private String into = "";
    private String from = "";
    private int cores;
    private long memory;
    private long cardMemory;
    private boolean isShared;
    private boolean yes;

    PoolsJoin(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Makes one pool of hosts, which are booked in parts, out of a pool of cards for each host (operator).",
                "Without --yes it shows what would change, and changes nothing. Every reservation keeps its time, its price, its host and"
                        + " its cards; of the cores and the memory it takes what its cards are worth. The old pools can no"
                        + " longer be booked.");
        syntax.parameter("POOL", "Name of the new pool", value -> into = value);
        syntax.text("--from", "POOLS", "Pools of cards, one for each host, such as dgx1,dgx2", value -> from = value)
                .required();
        syntax.integer("--cores", "N", "Cores of each host", value -> cores = value);
        syntax.text("--memory", "SIZE", "Memory of each host, such as 512g", value -> memory = size("--memory", value));
        syntax.text(
                "--gpu-memory",
                "SIZE",
                "Memory of each card, such as 80g",
                value -> cardMemory = size("--gpu-memory", value));
        syntax.flag("--shared", "Let several jobs share a card", () -> isShared = true);
        syntax.flag("--yes", "Join them. Default: show what would change", () -> yes = true);
        idempotencyKey.declare(syntax);
        remote.declare(syntax);
        syntax.examples("berth pools join dgx --from dgx1,dgx2 --cores 96 --memory 512g --gpu-memory 80g --shared");
    }

    private static long size(String option, String text) {
        return MemorySize.read(text)
                .filter(size -> size > 0)
                .orElseThrow(() -> new BadInput(
                        "%s: Cannot read \"%s\" as a size; try 64g, 512m or 1.5t".formatted(option, text)));
    }

    @Override
    public int run() {
        if (isShared && cardMemory == 0) {
            throw new BadInput("--shared needs --gpu-memory, the memory of each card that is shared");
        }
        int code = remote.show(
                () -> remote.service()
                        .change(
                                "POST",
                                "/pools/" + Remote.encoded(into) + "/join",
                                request(),
                                yes ? idempotencyKey.value() : new IdempotencyKey().value()),
                this::words);
        if (code == ExitCode.DONE && !yes && !remote.isJson()) {
            remote.err().println("Nothing has changed yet. To join the pools, give the same command with --yes");
        }
        return code;
    }

    private ObjectNode request() {
        ObjectNode request = JsonTree.object().put("dryRun", !yes);
        ArrayNode names = request.putArray("from");
        Arrays.stream(from.split(",", -1)).map(String::strip).forEach(names::add);
        ObjectNode parts = request.putObject("parts");
        if (cardMemory > 0) {
            ObjectNode cards =
                    parts.putObject(PartWords.GPU).put("count", cardsOfFirst()).put("memory", cardMemory);
            if (isShared) {
                cards.put("shares", 1000);
            }
        }
        if (cores > 0) {
            parts.put("cores", cores);
        }
        if (memory > 0) {
            parts.put(PartWords.MEMORY, memory);
        }
        return request;
    }

    private int cardsOfFirst() {
        String first = from.split(",", 2)[0].strip();
        return remote.service()
                .send("GET", "/pools/" + Remote.encoded(first))
                .expected()
                .path("servers")
                .asInt();
    }

    private String words(JsonNode answer) {
        AnswerText words = new AnswerText(remote.moments());
        JsonNode pool = answer.path("pool");
        int moved = answer.path("moved").asInt();
        Columns columns = new Columns("ID", "NAME", "USER", "WAS IN", yes ? "IS ON" : "WOULD BE ON", "START", "END");
        for (JsonNode each : answer.path("reservations")) {
            JsonNode reservation = each.path("reservation");
            columns.row(
                    AnswerText.text(reservation, "id"),
                    AnswerText.text(reservation, "name"),
                    AnswerText.text(reservation, "user"),
                    AnswerText.text(each, "was"),
                    AnswerText.text(each, "host") + ": " + PartsText.of(reservation),
                    words.time(reservation, "start"),
                    words.time(reservation, "end"));
        }
        int hosts = pool.path("servers").asInt();
        return (moved == 0 ? "" : columns.toString())
                + "%s pool %s of %s, each with %s%n"
                        .formatted(
                                yes ? "Made:" : "Would make:",
                                into,
                                hosts == 1 ? "1 host" : hosts + " hosts",
                                PartsText.has(pool))
                + (moved == 0
                        ? "No reservations are affected\n"
                        : "%s %d of the old pools, at the same times%n"
                                .formatted(yes ? "Reservations kept:" : "Reservations that would be kept:", moved));
    }
}
