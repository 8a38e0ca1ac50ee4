package dev.berth.wire.json;

import java.util.Collection;
import java.util.Optional;

/** Finds the existing name that a mistyped name probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The nearest name; empty if none is near. */
    public static Optional<String> of(String given, Collection<String> names) {
        Optional<String> nearest = Optional.empty();
        int least = Integer.MAX_VALUE;
        for (String name : names) {
            // A beginning that was typed is nearer than any other name: books for book, time for timetable.
            int distance = isBeginning(given, name) ? 0 : distance(given, name);
            if (distance < least && distance <= farthest(name)) {
                nearest = Optional.of(name);
                least = distance;
            }
        }
        return nearest;
    }

    private static boolean isBeginning(String given, String name) {
        return given.length() >= 3 && (name.startsWith(given) || given.startsWith(name));
    }

    /** Typing mistakes are few: one in a short name, three in a long one. */
    private static int farthest(String name) {
        return Math.min(3, Math.max(1, name.length() / 3));
    }

    /** Letters to insert, delete, replace or swap with their neighbour, by the algorithm of Damerau and Levenshtein. */
    static int distance(String a, String b) {
        if (a.length() > 50) {
            return Integer.MAX_VALUE;
        }
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                cost[i][j] = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + change);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
