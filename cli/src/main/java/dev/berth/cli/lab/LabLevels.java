package dev.berth.cli.lab;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Streams;
import dev.berth.engine.model.BadValue;
import dev.berth.lab.workload.Level;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code berth lab levels}. */
final class LabLevels implements ShellCommand {
    private final Streams streams;

    private List<String> own = new ArrayList<>();

    LabLevels(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows the levels of heterogeneity, and whether each is more heterogeneous than the one before (expression 1 of castillo). The exit code is 1 if one is not.");
        syntax.text(
                        "--level",
                        "RATES",
                        "Your own level, such as 0.2,0.8,1; repeat it for a chain. Default: the built-in levels",
                        own::add)
                .repeatable();
    }

    @Override
    public int run() {
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
            throw new BadInput("--level: \"%s\" %s".formatted(e.value(), e.rule()));
        }
    }
}
