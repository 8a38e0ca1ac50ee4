package dev.berth.soak;

import dev.berth.soak.brokers.BrokersSoak;
import dev.berth.words.Spans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** {@code tools/brokers}: a broker that is killed while its sites are dead, slow or cut off, for as long as told. */
public final class Brokers {
    private Brokers() {}

    /** Arguments: a duration, and optionally a seed. */
    public static void main(String[] arguments) throws Exception {
        Duration time = Spans.positive("the duration", arguments[0]);
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        Path directory = Files.createTempDirectory("berth-brokers");
        System.out.println("Soaking in " + directory + ", seed " + seed);
        System.exit(BrokersSoak.run(directory, time, 1, seed) ? 0 : 3);
    }
}
