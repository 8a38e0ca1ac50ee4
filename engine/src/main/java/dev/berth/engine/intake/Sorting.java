package dev.berth.engine.intake;

import dev.berth.engine.model.BadValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Order of the jobs of one user, and of two users of like priority (ahuja: gridlet sorting policy). */
public enum Sorting {
    /** The paper's. */
    SHORTEST,
    LONGEST,
    FIRST_COME;

    /** Lower comes first. */
    long rank(Request request) {
        return switch (this) {
            case SHORTEST -> request.length();
            case LONGEST -> -request.length();
            case FIRST_COME -> request.number();
        };
    }

    /** The inverse of {@code toString()}. */
    public static Sorting of(String name) {
        for (Sorting sorting : values()) {
            if (sorting.toString().equals(name)) {
                return sorting;
            }
        }
        String names = Arrays.stream(values()).map(Sorting::toString).collect(Collectors.joining(", "));
        throw new BadValue("sorting", name, "must be one of " + names);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
