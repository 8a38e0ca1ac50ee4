package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.HiddenInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code berth login}. */
public final class Login implements ShellCommand {
    private final Environment environment;

    private String address = "";

    private String token = "";

    private String user = "";

    private String password = "";

    private @Nullable Path authority;

    public Login(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Signs in to a service: saves its address and a token, or the session that a password opens. The other commands use them from then on.");
        syntax.parameter(
                "URL",
                "Address of the service, such as http://127.0.0.1:7117, or of several instances of it, separated by commas",
                value -> address = value);
        syntax.text(
                "--token",
                "TOKEN",
                "Token or one-time sign-in token; - reads it from standard input",
                value -> token = value);
        syntax.text("--user", "NAME", "Account to sign in with a password, which is asked for", value -> user = value);
        syntax.text("--password", "-", "Read the password from standard input", value -> password = value);
        syntax.path(
                "--ca",
                "FILE",
                "Trust only the certificates in this PEM file, for a service with its own certificate. Default: BERTH_CA, else the certificates that this machine trusts",
                value -> authority = value);
    }

    @Override
    public int run() {
        if (token.isEmpty() == user.isEmpty()) {
            throw new BadInput("Give either --user NAME, to sign in with a password, or --token TOKEN");
        }
        return user.isEmpty() ? withToken() : withPassword();
    }

    private int withPassword() {
        Access nobody = new Access(Access.checked("URL", address), "", authority());
        Reply reply = new ServiceClient(nobody, environment)
                .send("POST", "/sign-in", JsonTree.object().put("account", user).put("password", typedPassword()));
        if (reply.status() == 401) {
            throw new Failed("Wrong account or password. If you have forgotten it, ask an administrator of "
                    + nobody.address() + " for an invitation");
        }
        Access access = nobody.with(reply.expected().path("token").asText());
        return saved(access, new ServiceClient(access, environment).send("GET", "/accounts/me"));
    }

    /** A password on the command line would be seen by everybody on the machine, so there is no option for it. */
    private String typedPassword() {
        if (password.equals("-")) {
            return line();
        }
        return Optional.of("Password of " + user)
                .filter(question -> password.isEmpty())
                .flatMap(HiddenInput::asked)
                .orElseThrow(() -> new BadInput("To read the password from standard input, use --password -"));
    }

    private int withToken() {
        String given = token.equals("-") ? line() : token;
        if (!given.matches("[!-~]+")) {
            throw new BadInput("--token: the token is empty or contains spaces; copy it exactly");
        }
        Access access = new Access(Access.checked("URL", address), given, authority());
        Reply own = new ServiceClient(access, environment).send("GET", "/accounts/me");
        if (own.status() == 401) {
            access = access.with(exchanged(access));
            own = new ServiceClient(access, environment).send("GET", "/accounts/me");
        }
        return saved(access, own);
    }

    private int saved(Access access, Reply own) {
        JsonNode account = own.expected();
        access.save(environment);
        environment
                .streams()
                .out()
                .printf(
                        "Signed in to %s as %s (%s); saved in %s%n",
                        access.address(),
                        account.path("name").asText(),
                        account.path("role").asText(),
                        Access.file(environment));
        return ExitCode.DONE;
    }

    /** A one-time token is good for nothing but this. */
    private String exchanged(Access access) {
        Reply reply = new ServiceClient(access, environment)
                .send("POST", "/sign-in", JsonTree.object().put("token", access.token()));
        if (reply.status() == 401) {
            throw new Failed(
                    access.address()
                            + " does not accept this token: it is invalid, used or expired. A one-time token works once, within an hour; ask for a new one");
        }
        return reply.expected().path("token").asText();
    }

    private String authority() {
        return authority == null
                ? environment.variable("BERTH_CA")
                : authority.toAbsolutePath().toString();
    }

    private String line() {
        try {
            return new String(environment.streams().in().readNBytes(1000), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new Failed("standard input", e);
        }
    }
}
