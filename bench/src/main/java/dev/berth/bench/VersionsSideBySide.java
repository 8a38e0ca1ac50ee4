package dev.berth.bench;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;

/**
 * Processor time per admission of two versions of Berth in one process, each in a class loader of its own, in turns. Two copies of one
 * version differ by some per cent as well, because each is compiled for itself; so the versions are loaded several times, in turns
 * too, and the ratio is that of the medians over all copies. Between copies of the first version the same ratio is the error.
 *
 * <p>Arguments: the class path of the version before, and of the one after; {@code calendar} or {@code book}; the policy; the number
 * of copies of each. A class path has {@code engine}, {@code workflow}, {@code lab} and {@code bench} of its version with their libraries, and at its end {@code bench} of this one.
 */
public final class VersionsSideBySide {
    private static final int SERVERS = 120;
    private static final int WARM = 30;
    private static final int TURNS = 60;
    private static final int BATCH = 2_000;

    private VersionsSideBySide() {}

    /** A copy of a version, and what its turns took. */
    private record Copy(int version, IntToDoubleFunction turns, List<Double> nanos) {
        double lowerQuartile() {
            return nanos.stream().sorted().toList().get(nanos.size() / 4);
        }
    }

    public static void main(String[] args) throws ReflectiveOperationException, MalformedURLException {
        int copies = Integer.parseInt(args[4]);
        List<Copy> all = new ArrayList<>();
        for (int i = 0; i < copies; i++) {
            for (int version = 0; version < 2; version++) {
                all.add(new Copy(version, load(args[version], args[2], args[3]), new ArrayList<>()));
            }
        }
        for (int turn = -WARM; turn < TURNS; turn++) {
            for (Copy copy : all) {
                double nanos = copy.turns.applyAsDouble(BATCH);
                if (turn >= 0) {
                    copy.nanos.add(nanos);
                }
            }
        }
        double[] before = of(all, 0);
        double[] after = of(all, 1);
        System.out.printf(
                Locale.ROOT,
                "%s %s: before %s ns, after %s ns, ratio of the medians %.3f%n",
                args[2],
                args[3],
                Arrays.toString(Arrays.stream(before).mapToLong(Math::round).toArray()),
                Arrays.toString(Arrays.stream(after).mapToLong(Math::round).toArray()),
                median(after) / median(before));
    }

    private static IntToDoubleFunction load(String path, String of, String policy)
            throws ReflectiveOperationException, MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator, -1)) {
            urls.add(new File(entry).toURI().toURL());
        }
        // Open as long as the program runs: classes are loaded when they are first used.
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        return Class.forName("dev.berth.bench.AdmissionTurns", true, loader)
                .asSubclass(IntToDoubleFunction.class)
                .getConstructor(String.class, String.class, int.class)
                .newInstance(of, policy, SERVERS);
    }

    private static double[] of(List<Copy> all, int version) {
        return all.stream()
                .filter(copy -> copy.version == version)
                .mapToDouble(Copy::lowerQuartile)
                .sorted()
                .toArray();
    }

    private static double median(double[] sorted) {
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
