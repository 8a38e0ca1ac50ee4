package dev.berth.cli.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Commands;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.HiddenInput;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import dev.berth.cli.text.Columns;
import dev.berth.words.Spans;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** {@code berth account token}: tokens for scripts, one's own or, for administrators, those of other accounts. */
final class AccountToken {
    private AccountToken() {}

    static Commands commands(Environment environment) {
        return new Commands("berth account token", "Makes, lists and ends tokens for scripts")
                .add("add", "Makes a token and prints it", () -> new Add(environment))
                .add("list", "Lists your tokens", () -> new List(environment))
                .add("end", "Ends a token", () -> new End(environment));
    }

    private static final class Add implements ShellCommand {
        private final Remote remote;
        private String name = "";
        private String scope = "all";
        private @Nullable String account;
        private @Nullable String time;
        private boolean once;
        private String password = "";

        Add(Environment environment) {
            this.remote = new Remote(environment);
        }

        @Override
        public void declare(Syntax syntax) {
            syntax.about(
                    "Makes a token for a script and prints it, once. Use it as BERTH_TOKEN, or as Authorization: Bearer TOKEN.");
            syntax.parameter("NAME", "What the token is for, such as nightly", value -> name = value)
                    .optional();
            syntax.text(
                    "--account",
                    "ACCOUNT",
                    "Account whose token it is, such as that of a guard (administrators only). Default: your own",
                    value -> account = value);
            syntax.text(
                    "--scope",
                    "SCOPE",
                    "What it allows: read (look), book (look and book) or all that you may do. Default: all",
                    value -> scope = value);
            syntax.text(
                    "--for",
                    "DURATION",
                    "Expires after this time, such as 90d. Default: never, which asks for your password if you have one",
                    value -> time = value);
            syntax.flag("--once", "For berth login, once and within an hour, instead of a script", () -> once = true);
            syntax.text("--password", "-", "Read your password from standard input", value -> password = value);
            remote.declare(syntax);
            syntax.examples(
                    "berth account token add nightly --scope book --for 90d",
                    "berth account token add --account dgx-guard");
        }

        @Override
        public int run() {
            ObjectNode body = JsonTree.object().put("scope", scope);
            if (!name.isEmpty()) {
                body.put("note", name);
            }
            if (account != null) {
                body.put("account", account);
            }
            if (once) {
                body.put("oneTime", true);
            }
            if (time != null) {
                body.put("lifetime", Spans.positive("--for", time).toString());
            }
            if (!password.isEmpty()) {
                body.put("password", fromInput());
            }
            return remote.show(() -> made(body), made -> AnswerText.text(made, "token") + "\n");
        }

        /** Only the service knows whether the account has a password, so it is asked for when the service wants it. */
        private Reply made(ObjectNode body) {
            Reply reply = remote.service().send("POST", "/tokens", body);
            if (body.has("password") || !isPasswordMissing(reply)) {
                return reply;
            }
            return HiddenInput.asked("Your password, because this token never expires")
                    .map(typed -> remote.service().send("POST", "/tokens", body.put("password", typed)))
                    .orElse(reply);
        }

        private static boolean isPasswordMissing(Reply reply) {
            for (JsonNode error : reply.json().path("errors")) {
                if (error.path("field").asText("").equals("password")) {
                    return true;
                }
            }
            return false;
        }

        private String fromInput() {
            if (!password.equals("-")) {
                throw new BadInput("To read the password from standard input, use --password -");
            }
            try {
                return new String(remote.environment().streams().in().readNBytes(1000), StandardCharsets.UTF_8).strip();
            } catch (IOException e) {
                throw new Failed("standard input", e);
            }
        }
    }

    private static final class List implements ShellCommand {
        private final Remote remote;
        private @Nullable String account;

        List(Environment environment) {
            this.remote = new Remote(environment);
        }

        @Override
        public void declare(Syntax syntax) {
            syntax.about("Lists your tokens, without their secrets.");
            syntax.text(
                    "--account",
                    "ACCOUNT",
                    "Tokens of this account (administrators only). Default: your own",
                    value -> account = value);
            remote.declare(syntax);
        }

        @Override
        public int run() {
            return remote.show(
                    () -> remote.service().send("GET", "/tokens" + new QueryString().with("account", account)),
                    this::words);
        }

        private String words(JsonNode answer) {
            if (answer.path("tokens").isEmpty()) {
                return account == null
                        ? "You have no tokens. To make one: berth account token add NAME\n"
                        : "%1$s has no tokens. To make one: berth account token add --account %1$s%n"
                                .formatted(account);
            }
            Columns columns = new Columns("TOKEN", "NAME", "SCOPE", "MADE", "EXPIRES");
            for (JsonNode token : answer.path("tokens")) {
                columns.row(
                        AnswerText.text(token, "id"),
                        AnswerText.text(token, "note"),
                        AnswerText.text(token, "scope"),
                        remote.moments().text(token.path("made").asText()),
                        token.has("expires")
                                ? remote.moments().text(token.path("expires").asText())
                                : "never");
            }
            return columns.toString();
        }
    }

    private static final class End implements ShellCommand {
        private final Remote remote;
        private String id = "";

        End(Environment environment) {
            this.remote = new Remote(environment);
        }

        @Override
        public void declare(Syntax syntax) {
            syntax.about("Ends a token: it is refused from now on.");
            syntax.parameter("ID", "Id in the list of tokens, such as t-0123456789ab", value -> id = value);
            remote.declare(syntax);
        }

        @Override
        public int run() {
            return remote.show(
                    () -> remote.service().send("DELETE", "/tokens/" + Remote.encoded(id)),
                    answer -> "Ended: " + id + "\n");
        }
    }
}
