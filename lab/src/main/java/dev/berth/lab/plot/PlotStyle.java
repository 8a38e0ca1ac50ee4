package dev.berth.lab.plot;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How plots are drawn.
 *
 * @param width of a panel, in 96ths of an inch, as its height is
 * @param font family of fonts, such as {@code Times New Roman}
 * @param letters size of the numbers at the axes, in the same unit; all else grows with them
 * @param logX whether the horizontal axis is logarithmic
 */
public record PlotStyle(double width, double height, String font, double letters, boolean logX, boolean logY) {
    /** For the screen. */
    public static final PlotStyle SCREEN = new PlotStyle(640, 480, "sans-serif", 13, false, false);

    private static final double PER_MILLIMETRE = 96 / 25.4;
    private static final double PER_POINT = 96.0 / 72;

    private static final Pattern SIZE = Pattern.compile("(\\d{1,4}(?:\\.\\d+)?)x(\\d{1,4}(?:\\.\\d+)?)");
    private static final Pattern FONT = Pattern.compile("([\\p{L}\\p{N} .-]{1,60})(?:,(\\d{1,2}(?:\\.\\d+)?))?");
    private static final double LEAST_MILLIMETRES = 30;
    private static final double MOST_MILLIMETRES = 1000;
    private static final double LEAST_POINTS = 4;
    private static final double MOST_POINTS = 40;

    /** The same with panels of a size such as {@code 85x60}, in millimetres; null if the text is none from 30 to 1000. */
    public @Nullable PlotStyle sized(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            return null;
        }
        double wide = number(size.group(1));
        double high = number(size.group(2));
        return isWithin(wide, LEAST_MILLIMETRES, MOST_MILLIMETRES)
                        && isWithin(high, LEAST_MILLIMETRES, MOST_MILLIMETRES)
                ? new PlotStyle(wide * PER_MILLIMETRE, high * PER_MILLIMETRE, font, letters, logX, logY)
                : null;
    }

    /** The same in a font such as {@code Times New Roman,8}, the size in points; null if the text is none from 4 to 40 points. */
    public @Nullable PlotStyle lettered(String text) {
        Matcher named = FONT.matcher(text);
        if (!named.matches()) {
            return null;
        }
        double points = named.group(2) == null ? letters / PER_POINT : number(named.group(2));
        return isWithin(points, LEAST_POINTS, MOST_POINTS)
                ? new PlotStyle(width, height, named.group(1).strip(), points * PER_POINT, logX, logY)
                : null;
    }

    /** The same with logarithmic axes {@code x}, {@code y} or {@code xy}; null if the text is none of them. */
    public @Nullable PlotStyle logarithmic(String axes) {
        return switch (axes) {
            case "x" -> new PlotStyle(width, height, font, letters, true, logY);
            case "y" -> new PlotStyle(width, height, font, letters, logX, true);
            case "xy" -> new PlotStyle(width, height, font, letters, true, true);
            default -> null;
        };
    }

    /** Factor by which all is larger than on the screen, but for the panels. */
    double scale() {
        return letters / SCREEN.letters;
    }

    Typeface typeface() {
        return Typeface.like(font);
    }

    private static double number(String text) {
        return new BigDecimal(text).doubleValue();
    }

    private static boolean isWithin(double value, double least, double most) {
        return value >= least && value <= most;
    }
}
