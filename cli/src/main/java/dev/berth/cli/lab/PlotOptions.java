package dev.berth.cli.lab;

import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.lab.plot.PlotStyle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options on which the looks of plots depend, and nothing else. */
final class PlotOptions {
    private PlotStyle style = PlotStyle.SCREEN;
    private final List<String> words = new ArrayList<>();

    void declare(Syntax syntax) {
        syntax.text(
                "--plot-size",
                "WxH",
                "Width and height of a panel in millimetres, such as 85x60 for a column of a paper. Default: for the screen",
                value -> style = checked(
                        style.sized(value), "--plot-size", value, "write millimetres from 30 to 1000, such as 85x60"));
        syntax.text(
                "--plot-font",
                "FONT[,POINTS]",
                "Font of plots and its size, such as Times New Roman,8. Default: sans-serif,9.75",
                value -> style = checked(
                        style.lettered(value),
                        "--plot-font",
                        value,
                        "write a name and points from 4 to 40, such as Times New Roman,8"));
        syntax.text(
                "--plot-log",
                "AXES",
                "Logarithmic axes: x, y or xy; points that are not above 0 are left out",
                value -> style = checked(style.logarithmic(value), "--plot-log", value, "write x, y or xy"));
    }

    PlotStyle style() {
        return style;
    }

    /** The options that were given, as words of a command line. */
    List<String> words() {
        return List.copyOf(words);
    }

    private PlotStyle checked(@Nullable PlotStyle changed, String option, String value, String advice) {
        if (changed == null) {
            throw new BadInput("%s: \"%s\" is unknown; %s".formatted(option, value, advice));
        }
        words.addAll(List.of(option, value));
        return changed;
    }
}
