package dev.berth.soak;

import dev.berth.soak.instances.InstancesSoak;
import dev.berth.words.Spans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** {@code tools/instances}: several instances of a site through all faults, for as long as told. */
public final class InstancesUnderFaults {
    private InstancesUnderFaults() {}

    /** Arguments: a duration, the names of the faults with commas or {@code all}, and optionally a seed. */
    public static void main(String[] arguments) throws Exception {
        Duration time = Spans.positive("the duration", arguments[0]);
        List<String> faults = arguments[1].equals("all") ? List.of() : List.of(arguments[1].split(",", -1));
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : System.nanoTime();
        Path directory = Files.createTempDirectory("berth-instances");
        System.out.println("Soaking in " + directory + ", seed " + seed);
        System.exit(InstancesSoak.run(directory, time, faults, seed) ? 0 : 3);
    }
}
