package dev.berth.cli.lab;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.engine.model.BadValue;
import dev.berth.lab.workload.Level;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code berth lab levels}. */
@Command(
        name = "levels",
        description = "The levels of heterogeneity, and whether each is more heterogeneous than the one before it"
                + " (castillo's expression 1). Exit code 1 if one is not.")
final class LabLevels implements Callable<Integer> {
    private final Streams streams;

    @Option(
            names = "--level",
            paramLabel = "RATES",
            description =
                    "A level of your own, such as 0.2,0.8,1; repeat it for a chain. The built-in ones unless told.")
    private List<String> own = new ArrayList<>();

    LabLevels(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        List<Level> levels = own.isEmpty() ? Level.ALL : read(own);
        boolean chain = true;
        for (int i = 0; i < levels.size(); i++) {
            Level level = levels.get(i);
            boolean good = i == 0 || level.majorises(levels.get(i - 1));
            chain &= good;
            streams.out()
                    .printf(
                            Locale.ROOT,
                            "%-28s total %-6s %s%n",
                            level,
                            BigDecimal.valueOf(level.total(), 6)
                                    .stripTrailingZeros()
                                    .toPlainString(),
                            i == 0 ? "" : good ? "majorises the one before" : "DOES NOT majorise the one before");
        }
        return chain ? ExitCode.DONE : ExitCode.REFUSED;
    }

    static List<Level> read(List<String> rates) {
        try {
            return rates.stream().map(Level::parse).toList();
        } catch (BadValue e) {
            throw new BadInput("--level: " + e.getMessage());
        }
    }
}
