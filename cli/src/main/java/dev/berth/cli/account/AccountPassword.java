package dev.berth.cli.account;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.HiddenInput;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.StillValid;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code berth account password}. There is no option for a password itself: everybody on the machine could see it. */
final class AccountPassword implements ShellCommand {
    private static final int LONGEST = 10_000;

    private final Remote remote;

    private String file = "";

    private boolean endTokens;

    /** @param old empty if the account has no password yet */
    private record Passwords(String old, String chosen) {}

    AccountPassword(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Changes your password, or sets the first one. Asks for the present and the new password; they are not shown. Your other sessions end.");
        syntax.text(
                "--file",
                "FILE",
                "Read the present password from the first line of a file and the new one from the second; - for standard input. One line is the new password of an account without one",
                value -> file = value);
        syntax.flag(
                "--end-tokens",
                "Also end your tokens for scripts, your calendar link and invitations",
                () -> endTokens = true);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        Passwords passwords = file.isEmpty() ? asked() : read();
        ObjectNode body = JsonTree.object().put("password", passwords.chosen());
        if (!passwords.old().isEmpty()) {
            body.put("old", passwords.old());
        }
        if (endTokens) {
            body.put("endTokens", true);
        }
        return remote.show(
                () -> remote.service().send("PUT", "/password", body),
                answer -> "Password changed. Your other sessions have ended.\n"
                        + StillValid.words(
                                StillValid.of(remote.service()),
                                "berth account token end ID, or berth logout --everywhere --end-tokens"));
    }

    private static Passwords asked() {
        String old = typed("Present password (empty if you have none)");
        String chosen = typed("New password");
        if (!typed("New password again").equals(chosen)) {
            throw new BadInput("The two new passwords differ; nothing has changed. Try again");
        }
        return new Passwords(old, chosen);
    }

    private static String typed(String question) {
        return HiddenInput.asked(question)
                .orElseThrow(() -> new BadInput(
                        "There is no terminal to type a password; give a file with --file FILE, or --file -"));
    }

    private Passwords read() {
        try (InputStream in =
                file.equals("-") ? remote.environment().streams().in() : Files.newInputStream(Path.of(file))) {
            List<String> lines = new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return switch (lines.size()) {
                case 1 -> new Passwords("", lines.getFirst());
                case 2 -> new Passwords(lines.getFirst(), lines.getLast());
                default ->
                    throw new BadInput(
                            "--file: must have two lines, the present and the new password, not " + lines.size());
            };
        } catch (IOException e) {
            throw new Failed("--file", e);
        }
    }
}
