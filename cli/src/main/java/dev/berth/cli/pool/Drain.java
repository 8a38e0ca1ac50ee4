package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code berth drain}. */
@Command(
        name = "drain",
        description = "Takes servers out of service for a time; --dry-run says which reservations are in the way.")
public final class Drain implements Callable<Integer> {
    @Mixin
    private final PoolServers servers;

    @Option(names = "--from", paramLabel = "TIME", description = "Now unless told.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Until they are restored unless told.")
    private @Nullable String to;

    @Option(names = "--dry-run", description = "Change nothing; exit code 1 if reservations are in the way.")
    private boolean dryRun;

    public Drain(Environment environment) {
        this.servers = new PoolServers(environment);
    }

    @Override
    public Integer call() {
        Remote remote = servers.remote();
        ObjectNode request = servers.request().put("dryRun", dryRun);
        if (from != null) {
            request.put("from", remote.moments().parse("--from", from).toString());
        }
        if (to != null) {
            request.put("to", remote.moments().parse("--to", to).toString());
        }
        List<String> inTheWay = new ArrayList<>();
        int code = remote.show(
                () -> {
                    Reply reply = servers.change("drain", request);
                    reply.json().path("inTheWay").forEach(id -> inTheWay.add(id.asText()));
                    return reply;
                },
                answer -> words(inTheWay));
        return code == ExitCode.DONE && !inTheWay.isEmpty() ? ExitCode.REFUSED : code;
    }

    private String words(List<String> inTheWay) {
        return !dryRun
                ? "drained " + servers + "; berth undrain ends it\n"
                : inTheWay.isEmpty()
                        ? servers + " can be drained; nothing is in the way\n"
                        : servers + " cannot be drained; in the way: " + String.join(", ", inTheWay)
                                + "\nMove or cancel them first: berth change ID move --by DURATION\n";
    }
}
