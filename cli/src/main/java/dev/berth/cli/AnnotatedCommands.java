package dev.berth.cli;

import dev.berth.cli.admit.Admit;
import dev.berth.cli.command.BadUsage;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.lab.Lab;
import dev.berth.engine.model.Decimals;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;

/** {@code berth admit} and {@code berth lab}, whose options are still annotations. */
final class AnnotatedCommands implements Command {
    private static final List<String> NAMES = List.of("admit", "lab");

    static boolean isFor(List<String> line) {
        return !line.isEmpty() && NAMES.contains(line.getFirst());
    }

    @CommandLine.Command(
            name = "berth",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            scope = CommandLine.ScopeType.INHERIT)
    private static final class Root {
        @CommandLine.Option(
                names = "--debug",
                scope = CommandLine.ScopeType.INHERIT,
                description = "Print a stack trace on errors.")
        private boolean debug;
    }

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {Berth.version()};
        }
    }

    static int run(List<String> line, Environment environment) throws Exception {
        Exception[] failure = {null};
        int code = new CommandLine(new Root())
                .addSubcommand(new Admit(environment.streams()))
                .addSubcommand(Lab.command(environment.streams()))
                .registerConverter(BigDecimal.class, Decimals::read)
                .setUsageHelpWidth(100)
                .setOut(new PrintWriter(environment.streams().out(), true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((exception, given) -> {
                    failure[0] = new BadUsage(
                            exception.getCommandLine().getCommandSpec().qualifiedName(), exception.getMessage());
                    return 2;
                })
                .setExecutionExceptionHandler((exception, command, parsed) -> {
                    failure[0] = exception;
                    return 3;
                })
                .execute(line.toArray(String[]::new));
        if (failure[0] != null) {
            throw failure[0];
        }
        return code;
    }

    @Override
    public void declare(Syntax syntax) {}

    @Override
    public int run() {
        throw new IllegalStateException();
    }
}
