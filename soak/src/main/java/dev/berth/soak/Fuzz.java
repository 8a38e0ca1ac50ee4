package dev.berth.soak;

import dev.berth.soak.fuzz.Corpus;
import dev.berth.soak.fuzz.Finding;
import dev.berth.soak.fuzz.Fuzzer;
import dev.berth.soak.target.Targets;
import dev.berth.words.Spans;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/** {@code tools/fuzz DURATION [TARGET...]}: every target for an equal share of the time. */
public final class Fuzz {
    private Fuzz() {}

    public static void main(String[] arguments) throws IOException {
        Duration time = Spans.positive("the duration", arguments.length > 1 ? arguments[1] : "1m");
        List<String> names = arguments.length > 2
                ? List.of(arguments).subList(2, arguments.length)
                : List.copyOf(new TreeSet<>(Targets.all().keySet()));
        Corpus corpus = new Corpus(Path.of(arguments[0]));
        long seed = System.nanoTime();
        int found = 0;
        for (String name : names) {
            var target = Targets.all().get(name);
            if (target == null) {
                System.err.println("Unknown target \"" + name + "\"; there are "
                        + new TreeSet<>(Targets.all().keySet()));
                System.exit(2);
                return;
            }
            Fuzzer.Result result = Fuzzer.run(target, corpus.of(name), time.dividedBy(names.size()), seed);
            System.out.println(result);
            if (result.finding().isPresent()) {
                found++;
                Finding finding = result.finding().get();
                System.out.println("  kept as " + corpus.add(name, "found-" + Long.toHexString(seed), finding.input()));
            }
        }
        System.exit(found == 0 ? 0 : 3);
    }
}
