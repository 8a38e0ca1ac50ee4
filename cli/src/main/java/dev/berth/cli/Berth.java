package dev.berth.cli;

import dev.berth.cli.admit.Admit;
import dev.berth.cli.clock.ClockCommand;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Streams;
import dev.berth.cli.demo.Demo;
import dev.berth.cli.intake.Intake;
import dev.berth.cli.lab.Lab;
import dev.berth.cli.pool.Drain;
import dev.berth.cli.pool.Fail;
import dev.berth.cli.pool.Pools;
import dev.berth.cli.pool.Timetable;
import dev.berth.cli.pool.Undrain;
import dev.berth.cli.provision.Provision;
import dev.berth.cli.provision.Slots;
import dev.berth.cli.remote.Login;
import dev.berth.cli.reservation.Book;
import dev.berth.cli.reservation.Cancel;
import dev.berth.cli.reservation.Change;
import dev.berth.cli.reservation.Confirm;
import dev.berth.cli.reservation.Finish;
import dev.berth.cli.reservation.Offers;
import dev.berth.cli.reservation.Overrun;
import dev.berth.cli.reservation.Requests;
import dev.berth.cli.reservation.Reservations;
import dev.berth.cli.reservation.Show;
import dev.berth.cli.reservation.WhatIf;
import dev.berth.cli.serve.Backup;
import dev.berth.cli.serve.JournalCommand;
import dev.berth.cli.serve.Restore;
import dev.berth.cli.serve.Serve;
import dev.berth.cli.workflow.WorkflowCommand;
import dev.berth.engine.model.Decimals;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program {@code berth}. */
@Command(
        name = "berth",
        description = "Books compute ahead of time.",
        mixinStandardHelpOptions = true,
        versionProvider = Berth.Version.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:refused", "2:bad usage or bad input", "3:failed"})
public final class Berth {
    private static final int WIDTH = 100;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show where in the program a failure arose.")
    private boolean debug;

    private Berth() {}

    public static void main(String[] args) {
        System.exit(run(args, Environment.ofProcess()));
    }

    /** Runs one command and returns the exit code; never throws. */
    public static int run(String[] args, Environment environment) {
        Streams streams = environment.streams();
        Berth berth = new Berth();
        CommandLine line = new CommandLine(berth)
                .addSubcommand(new Demo(environment))
                .addSubcommand(new Serve(environment))
                .addSubcommand(new Backup(environment))
                .addSubcommand(new Restore(environment))
                .addSubcommand(JournalCommand.command(environment))
                .addSubcommand(new Login(environment))
                .addSubcommand(new Offers(environment))
                .addSubcommand(new Book(environment))
                .addSubcommand(new Reservations(environment))
                .addSubcommand(new Requests(environment))
                .addSubcommand(new Show(environment))
                .addSubcommand(new Change(environment))
                .addSubcommand(new Confirm(environment))
                .addSubcommand(new Cancel(environment))
                .addSubcommand(new Finish(environment))
                .addSubcommand(new Overrun(environment))
                .addSubcommand(new Timetable(environment))
                .addSubcommand(new Pools(environment))
                .addSubcommand(new Drain(environment))
                .addSubcommand(new Fail(environment))
                .addSubcommand(new Undrain(environment))
                .addSubcommand(new WhatIf(environment))
                .addSubcommand(ClockCommand.command(environment))
                .addSubcommand(new Admit(streams))
                .addSubcommand(WorkflowCommand.command(environment))
                .addSubcommand(new Slots(environment))
                .addSubcommand(new Provision(environment))
                .addSubcommand(Intake.command(streams))
                .addSubcommand(Lab.command(streams))
                .addSubcommand(new Completion(environment))
                .registerConverter(BigDecimal.class, Decimals::read)
                .setUsageHelpWidth(WIDTH)
                .setOut(new PrintWriter(streams.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(streams.err(), true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler((exception, given) -> explain(exception))
                .setExecutionExceptionHandler((exception, command, parsed) -> berth.report(exception, streams));
        int code;
        try {
            code = line.execute(args);
        } catch (Throwable failure) {
            // An Error, such as too little memory, passes picocli by.
            code = berth.report(failure, streams);
        }
        if (streams.out().checkError() && code == ExitCode.DONE) {
            streams.err().println("standard output: cannot be written; its reader is gone or its disk is full");
            return ExitCode.FAILED;
        }
        return code;
    }

    private static int explain(ParameterException exception) {
        CommandLine command = exception.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(exception.getMessage());
        UnmatchedArgumentException.printSuggestions(exception, err);
        err.println("See: " + command.getCommandSpec().qualifiedName() + " --help");
        return ExitCode.BAD_INPUT;
    }

    private int report(Throwable failure, Streams streams) {
        if (debug) {
            failure.printStackTrace(streams.err());
        }
        return switch (failure) {
            case BadInput bad -> say(streams, bad.getMessage(), ExitCode.BAD_INPUT);
            case Failed failed -> say(streams, failed.getMessage(), ExitCode.FAILED);
            case OutOfMemoryError e ->
                say(streams, "berth ran out of memory; give it more: BERTH_JAVA_OPTS=-Xmx4g", ExitCode.FAILED);
            default ->
                say(
                        streams,
                        "berth failed unexpectedly: " + failure + "; please report this with what --debug shows",
                        ExitCode.FAILED);
        };
    }

    private static int say(Streams streams, @Nullable String message, int code) {
        streams.err().println(message);
        return code;
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Berth.class.getPackage().getImplementationVersion();
            return new String[] {"berth " + (version == null ? "(not packaged)" : version)};
        }
    }
}
