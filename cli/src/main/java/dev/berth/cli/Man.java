package dev.berth.cli;

import dev.berth.cli.command.ManPages;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** {@code berth man}. */
final class Man implements ShellCommand {
    private final Environment environment;

    private Path directory = Path.of(".");

    Man(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Writes a manual page for each command, made from its help. The packages of Berth contain these pages: man berth,"
                        + " man berth-book.");
        syntax.path("--out", "DIR", "Directory to write the pages to", value -> directory = value)
                .required();
        syntax.examples("berth man --out ~/.local/share/man/man1");
    }

    @Override
    public int run() {
        Map<String, String> pages = ManPages.of(AllCommands.of(environment), Version.text());
        try {
            Files.createDirectories(directory);
            for (Map.Entry<String, String> page : pages.entrySet()) {
                Files.writeString(directory.resolve(page.getKey()), page.getValue());
            }
        } catch (IOException e) {
            throw new Failed("Cannot write the manual pages to " + directory, e);
        }
        environment.streams().out().printf("%d pages are written to %s%n", pages.size(), directory);
        return ExitCode.DONE;
    }
}
