package dev.berth.cli.pool;

import dev.berth.cli.console.Environment;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code berth undrain}. */
@Command(name = "undrain", description = "Puts servers back into service: ends all their outages, present and planned.")
public final class Undrain implements Callable<Integer> {
    @Mixin
    private final PoolServers servers;

    public Undrain(Environment environment) {
        this.servers = new PoolServers(environment);
    }

    @Override
    public Integer call() {
        return servers.send("restore", servers.request(), answer -> servers + " are back in service\n");
    }
}
