package dev.berth.cli.pool;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;

/** {@code berth undrain}. */
public final class Undrain implements ShellCommand {
    private final PoolServers servers;

    public Undrain(Environment environment) {
        this.servers = new PoolServers(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Puts servers back into service: ends their present outages and cancels planned ones.");
        servers.declare(syntax);
    }

    @Override
    public int run() {
        return servers.send("restore", servers.request(), answer -> "Back in service: " + servers.named(answer) + "\n");
    }
}
