package dev.berth.cli.run.place;

import dev.berth.cli.host.Executables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A runner without a service, to be killed: starts a command that hides a process, and does nothing about its end. */
final class LoneRunner {
    private LoneRunner() {}

    public static void main(String[] args) throws Exception {
        Executables executables = new Executables(System.getenv("PATH"));
        CommandGroups groups = Boolean.parseBoolean(args[0])
                ? CommandGroups.ofThisMachine(executables, "/nowhere")
                : CommandGroups.NONE;
        String hiding = "env -i setsid sh -c \"echo \\$\\$ >$WORK/hidden; exec sleep 600\" & exit 0";
        Launch launch = new Launch(
                Launch.newMark(),
                "r1",
                List.of("sh", "-c", hiding),
                Surroundings.ofThisProcess(Map.of("WORK", args[1])),
                false);
        Files.writeString(Path.of(args[1], "mark"), launch.mark());
        PlacedCommand unused = new ThisMachine(executables, groups)
                .prepare(launch.mark())
                .start(launch, new TimeLeft(Instant.EPOCH, Duration.ofMinutes(10), Duration.ofSeconds(2)));
        Thread.sleep(Duration.ofMinutes(1));
    }
}
