package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Moments;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.Supplier;

/** Options shared by all commands that talk to a service: which service, and how its answer is shown. */
public final class Remote {
    private final Environment environment;

    private String server = "";

    private String authority = "";

    private String zone = "";

    private boolean json;

    public Remote(Environment environment) {
        this.environment = environment;
    }

    public void declare(Syntax syntax) {
        syntax.section("Service", () -> {
            syntax.text(
                    "--server",
                    "URL",
                    "Address of the service, or of several instances of it, separated by commas. Default: BERTH_URL, else that of"
                            + " berth login",
                    value -> server = once(value));
            syntax.text(
                    "--ca",
                    "FILE",
                    "Trust only the certificates in this PEM file. Default: BERTH_CA, else that of berth login",
                    value -> authority = value);
            syntax.text(
                    "--zone",
                    "ZONE",
                    "Time zone, such as Europe/Zurich. Default: that of this machine",
                    value -> zone = value);
            syntax.flag("--json", "Print the answer of the service as JSON", () -> json = true);
        });
    }

    /** The same as {@code --server}, where it is also said what may be at that address. */
    public void declareAt(Syntax syntax, String what) {
        syntax.section("Service", () -> syntax.text("--at", "URL", what, value -> server = once(value)));
    }

    private String once(String value) {
        if (!server.isEmpty()) {
            throw new BadInput("--at and --server mean the same; give one of them");
        }
        return value;
    }

    public ServiceClient service() {
        return new ServiceClient(access(), environment, moments().zone());
    }

    /** Which service, and as whom. */
    public Access access() {
        return Access.find(environment, server, authority);
    }

    public Moments moments() {
        return Moments.in(environment.clock(), zone);
    }

    public boolean isJson() {
        return json;
    }

    public Environment environment() {
        return environment;
    }

    public PrintStream out() {
        return environment.streams().out();
    }

    public PrintStream err() {
        return environment.streams().err();
    }

    /** Asks, and shows the answer as JSON or in words; a refusal goes to standard error. */
    public int show(Supplier<Reply> question, Function<JsonNode, String> words) {
        return showAll(() -> question.get().expected(), words);
    }

    /** The same for what is put together from several answers. */
    public int showAll(Supplier<JsonNode> question, Function<JsonNode, String> words) {
        try {
            JsonNode answer = question.get();
            out().print(json ? pretty(answer) : words.apply(answer));
            return ExitCode.DONE;
        } catch (RefusedByService e) {
            return refused(e.problem());
        }
    }

    public int refused(JsonNode problem) {
        if (json) {
            out().print(pretty(problem));
        }
        err().print(new AnswerText(moments()).refusal(problem));
        return ExitCode.REFUSED;
    }

    private static String pretty(JsonNode answer) {
        return JsonTree.pretty(answer) + "\n";
    }

    /** A name as a part of a path or query. */
    public static String encoded(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
