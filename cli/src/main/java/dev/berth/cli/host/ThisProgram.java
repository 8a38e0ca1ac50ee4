package dev.berth.cli.host;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This program, to be started once more, with the Java options that it was started with. */
public final class ThisProgram {
    private ThisProgram() {}

    /**
     * The words of a command line, without arguments.
     *
     * @param options of Java beside those of this process
     */
    public static List<String> command(String mainClass, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !option.startsWith("-Dberth.") && !option.startsWith("-agentlib"))
                .forEach(command::add);
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        return command;
    }
}
