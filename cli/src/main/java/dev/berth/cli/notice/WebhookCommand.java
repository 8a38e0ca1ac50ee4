package dev.berth.cli.notice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Commands;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.text.AnswerText;
import java.util.function.BiFunction;
import java.util.function.Function;

/** {@code berth webhook}, with its subcommands. */
public final class WebhookCommand {
    private WebhookCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth webhook", "Tells programs about reservations")
                .add("list", "Lists your webhooks", () -> new WebhookList(environment))
                .add("add", "Adds a webhook and prints its secret", () -> new WebhookAdd(environment))
                .add("show", "Shows one webhook", () -> new WebhookShow(environment))
                .add("remove", "Removes a webhook", () -> remove(environment))
                .add("test", "Sends a test message to a webhook", () -> new Test(environment))
                .add("dead", "Lists what could not be delivered to a webhook", () -> dead(environment))
                .add("retry", "Delivers again what a webhook missed", () -> retry(environment));
    }

    private static ShellCommand remove(Environment environment) {
        return new OfOne(
                environment,
                "Removes a webhook. What still waits for it is not sent any more.",
                (remote, path) -> remote.service().send("DELETE", path),
                remote -> answer -> "Removed\n");
    }

    private static ShellCommand dead(Environment environment) {
        return new OfOne(
                environment,
                "Lists the latest notices that could not be delivered to a webhook within three days, newest first.",
                (remote, path) -> remote.service().send("GET", path + "/failures"),
                remote -> answer -> answer.path("failures").isEmpty()
                        ? "Everything was delivered, or is still being tried\n"
                        : new NoticeText(remote.moments()).failures(answer.path("failures")));
    }

    private static ShellCommand retry(Environment environment) {
        return new OfOne(
                environment,
                "Delivers again what could not be delivered to a webhook, and switches it on again if it was switched off.",
                (remote, path) -> remote.service().send("POST", path + "/resend"),
                remote -> answer -> NoticeText.resent(answer.path("resent").asInt()));
    }

    /** A request about one webhook. */
    private record OfOne(
            Remote remote,
            String about,
            BiFunction<Remote, String, Reply> request,
            Function<Remote, Function<JsonNode, String>> words,
            StringBuilder id)
            implements ShellCommand {
        OfOne(
                Environment environment,
                String about,
                BiFunction<Remote, String, Reply> request,
                Function<Remote, Function<JsonNode, String>> words) {
            this(new Remote(environment), about, request, words, new StringBuilder());
        }

        @Override
        public void declare(Syntax syntax) {
            syntax.about(about);
            syntax.parameter("ID", "Webhook, such as h-0123456789ab", id::append);
            remote.declare(syntax);
        }

        @Override
        public int run() {
            String path = "/webhooks/" + Remote.encoded(id.toString());
            return remote.show(() -> request.apply(remote, path), words.apply(remote));
        }
    }

    /** Refused if the address does not accept the message, so that scripts notice. */
    private static final class Test implements ShellCommand {
        private final Remote remote;
        private String id = "";

        Test(Environment environment) {
            this.remote = new Remote(environment);
        }

        @Override
        public void declare(Syntax syntax) {
            syntax.about(
                    "Sends a signed test message to a webhook now, and says whether its address accepted it. Exits with 1 if it did not.");
            syntax.parameter("ID", "Webhook, such as h-0123456789ab", value -> id = value);
            remote.declare(syntax);
        }

        @Override
        public int run() {
            try {
                JsonNode answer = remote.service()
                        .send("POST", "/webhooks/" + Remote.encoded(id) + "/test")
                        .expected();
                boolean isAccepted = answer.path("delivered").asBoolean();
                remote.out()
                        .print(
                                remote.isJson()
                                        ? JsonTree.pretty(answer) + "\n"
                                        : isAccepted
                                                ? "Accepted\n"
                                                : "Not accepted: " + AnswerText.text(answer, "reason") + "\n");
                return isAccepted ? ExitCode.DONE : ExitCode.REFUSED;
            } catch (RefusedByService e) {
                return remote.refused(e.problem());
            }
        }
    }
}
