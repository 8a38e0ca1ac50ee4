package dev.berth.cli.serve;

import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.account.Accounts;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Message of a service to the person who starts it: where it is and how to sign in. All else is in the log.
 *
 * @param settings as they were when the site was opened
 * @param signIn whether to print a one-time token, as on the first start
 */
record Welcome(PrintStream out, SiteSettings settings, boolean signIn) {
    private static final Logger LOG = LoggerFactory.getLogger(Welcome.class);
    private static final String ADMINISTRATOR = "admin";

    /** The door, or nothing to close. */
    interface OpenedDoor extends AutoCloseable {
        @Override
        void close();
    }

    /** Prints the message in one piece, because other sites may print at the same time. */
    void tell(Server server) {
        String address = OwnAddress.shown(settings, server.port());
        StringBuilder said = new StringBuilder("Berth serves " + settings.name() + " on " + address + "\n");
        settings.broker()
                .ifPresent(broker -> said.append("It books at ")
                        .append(String.join(", ", broker.names()))
                        .append('\n'));
        if (signIn || isNew(server)) {
            said.append(ways(server, address));
        }
        out.print(said);
        out.flush();
    }

    /** The same, only when it leads for the first time: later the log says that it leads again. */
    Consumer<Server> onFirstLead() {
        AtomicBoolean told = new AtomicBoolean();
        return server -> {
            if (told.compareAndSet(false, true)) {
                tell(server);
            }
        };
    }

    /** Reads the settings again, if they can be read; otherwise the service goes on with those it has. */
    static void reload(Path file, Runnable reading) {
        try {
            reading.run();
            LOG.atInfo().addKeyValue("file", file).log("Settings read again");
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("file", file).setCause(e).log("The settings stay as they were");
        }
    }

    OpenedDoor door(Path data, Supplier<Optional<Server>> server) {
        try {
            return SignInDoor.open(data, () -> answer(server.get()))::close;
        } catch (IOException | UnsupportedOperationException e) {
            LOG.atWarn()
                    .addKeyValue("socket", SignInDoor.socket(data))
                    .setCause(e)
                    .log("--sign-in cannot reach this service while it runs, because its socket cannot be opened");
            return () -> {};
        }
    }

    private SignInDoor.Answer answer(Optional<Server> server) {
        try {
            return server.map(leading ->
                            new SignInDoor.Answer(true, ways(leading, OwnAddress.shown(settings, leading.port()))))
                    .orElse(new SignInDoor.Answer(
                            false,
                            "The instance in this directory waits while another one leads the site; run this on the host of"
                                    + " the leading instance"));
        } catch (RuntimeException e) {
            return new SignInDoor.Answer(false, "The service cannot make a sign-in token: " + e.getMessage());
        }
    }

    private static String ways(Server server, String address) {
        return """
                Sign in within an hour, once, as %1$s:
                  berth login %2$s --token %3$s
                or open %2$s in a browser and sign in with %4$s
                """.formatted(
                        ADMINISTRATOR, address, server.oneTimeToken(ADMINISTRATOR), server.oneTimeToken(ADMINISTRATOR));
    }

    private static boolean isNew(Server server) {
        return server.site().read(view -> view.facts(Accounts.class).open().isEmpty());
    }
}
