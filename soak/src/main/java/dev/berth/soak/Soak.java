package dev.berth.soak;

import dev.berth.soak.fuzz.Corpus;
import dev.berth.soak.service.ServiceSoak;
import dev.berth.words.Spans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** {@code tools/soak}: the service under load, hostile requests and faults, for as long as told. */
public final class Soak {
    private Soak() {}

    /** Arguments: the directory of the corpus, a duration, the number of kills to end at, and optionally a seed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Duration time = Spans.positive("the duration", arguments[1]);
        long kills = Long.parseLong(arguments[2]);
        long seed = arguments.length > 3 ? Long.parseLong(arguments[3]) : System.nanoTime();
        Path directory = Files.createTempDirectory("berth-soak");
        System.out.println("Soaking in " + directory + ", seed " + seed);
        boolean good = ServiceSoak.run(directory, new Corpus(Path.of(arguments[0])), time, kills, seed);
        System.exit(good ? 0 : 3);
    }
}
