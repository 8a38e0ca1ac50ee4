package dev.berth.engine.book;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import java.util.List;

/** The random command sequences of {@link SafetyTest} with ever new seeds, until the given number of steps is done. */
final class SafetySoak {
    private static final int LENGTH = 60;
    /** The others are checked as well, but not by comparing the book to the byte. */
    private static final int THOROUGH_EVERY = 16;

    private static final long TELL_EVERY = 1_000_000;

    private SafetySoak() {}

    /** Arguments: how many steps, and optionally the first seed. A violation ends it with the seed in its message. */
    public static void main(String[] arguments) {
        long steps = Long.parseLong(arguments[0]);
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1_000_000;
        List<String> policies = List.copyOf(Calendars.names());
        List<String> modes = List.copyOf(Admissions.names());
        long begun = System.nanoTime();
        long done = 0;
        long told = 0;
        for (; done < steps; seed++) {
            String policy = policies.get((int) (seed % policies.size()));
            String mode = modes.get((int) (seed / policies.size() % modes.size()));
            RandomCommands commands = new RandomCommands(seed);
            if (seed % 3 == 0) {
                commands.withManyDrains();
            } else if (seed % 3 == 1) {
                commands.withParts();
            }
            SafetyProperties safety = new SafetyProperties(
                    new Book(policy, mode), policy + ", " + mode + ", seed " + seed, THOROUGH_EVERY);
            for (int step = 0; step < LENGTH; step++) {
                safety.step(commands.next(safety.book()));
                if (commands.random.nextInt(15) == 0) {
                    safety.continueFromSnapshot();
                }
            }
            safety.end();
            done += LENGTH;
            if (done / TELL_EVERY > told) {
                told = done / TELL_EVERY;
                System.out.printf(
                        "%,d steps, 0 violations, %,d steps a second, up to seed %d%n",
                        done, done * 1_000_000_000L / (System.nanoTime() - begun), seed);
            }
        }
        System.out.printf("%,d engine steps, 0 violations, up to seed %d%n", done, seed - 1);
    }
}
