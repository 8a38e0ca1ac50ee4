package dev.berth.cli.serve;

import dev.berth.service.Server;
import dev.berth.service.account.Accounts;
import dev.berth.service.settings.SiteSettings;
import dev.berth.service.site.ClockState;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a service tells its operator: where it is, how to sign in, and what needs attention.
 *
 * @param subject put before what needs attention, such as {@code "lab: "}; empty if the process serves one site
 * @param settings as they were when the site was opened
 * @param signIn whether to print a one-time token, as on the first start
 */
record Welcome(PrintStream out, String subject, SiteSettings settings, boolean signIn) {
    private static final String ADMINISTRATOR = "admin";

    /** The door, or nothing to close. */
    interface OpenedDoor extends AutoCloseable {
        @Override
        void close();
    }

    /** In one piece: other sites may have something to say at the same time. */
    void tell(Server server) {
        String address = RunningService.address(settings, server.port());
        StringBuilder said = new StringBuilder("Berth serves " + settings.name() + " on " + address + "\n");
        settings.broker()
                .ifPresent(broker -> said.append("It books at ")
                        .append(String.join(", ", broker.names()))
                        .append('\n'));
        if (signIn || isNew(server)) {
            said.append(ways(server, address));
        }
        ClockState clock = server.site().clock().state();
        if (clock.isStopped()) {
            said.append(attention(clock.explanation()));
        }
        server.notices().forEach(notice -> said.append(attention(notice)));
        say(said.toString());
    }

    /** The settings were read again. */
    void reloaded(Path file, List<String> notices) {
        StringBuilder said = new StringBuilder("Settings read again from " + file + "\n");
        notices.forEach(notice -> said.append(attention(notice)));
        say(said.toString());
    }

    /** The settings cannot be read: the service goes on. */
    void kept(RuntimeException why) {
        say(attention("the settings stay as they were: " + why.getMessage()));
    }

    OpenedDoor door(Path data, Supplier<Optional<Server>> server) {
        try {
            return SignInDoor.open(data, () -> answer(server.get()))::close;
        } catch (IOException | UnsupportedOperationException e) {
            say(attention("--sign-in cannot reach this service while it runs, because %s cannot be opened: %s"
                    .formatted(SignInDoor.socket(data), e.getMessage())));
            return () -> {};
        }
    }

    private SignInDoor.Answer answer(Optional<Server> server) {
        try {
            return server.map(leading -> new SignInDoor.Answer(
                            true, ways(leading, RunningService.address(settings, leading.port()))))
                    .orElse(new SignInDoor.Answer(
                            false,
                            "The server in this directory waits while another one leads the site; run this on the host of"
                                    + " the leading server"));
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

    private String attention(String what) {
        return "Attention: " + subject + what + "\n";
    }

    private void say(String text) {
        out.print(text);
        out.flush();
    }
}
