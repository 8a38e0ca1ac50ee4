package dev.berth.engine.model;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;

/** Whole numbers of things by name, in the order of the names; none of them is 0. Small: every reservation of parts has one. */
public final class Amounts {
    public static final Amounts NONE = new Amounts(new String[0], new long[0]);
    private static final int MOST_NAMES = 16;

    private final String[] names;
    private final long[] numbers;

    private Amounts(String[] names, long[] numbers) {
        this.names = names;
        this.numbers = numbers;
    }

    public static Amounts of(Map<String, Long> byName) {
        if (byName.isEmpty()) {
            return NONE;
        }
        if (byName.size() > MOST_NAMES) {
            throw new BadValue("parts", byName.size(), "must be at most " + MOST_NAMES);
        }
        String[] names = new String[byName.size()];
        long[] numbers = new long[byName.size()];
        int i = 0;
        for (Map.Entry<String, Long> entry : new TreeMap<>(byName).entrySet()) {
            Part.checkName(entry.getKey());
            if (entry.getValue() < 1 || entry.getValue() > Part.MOST) {
                throw new BadValue(entry.getKey(), entry.getValue(), "must be from 1 to " + Part.MOST);
            }
            names[i] = entry.getKey().intern();
            numbers[i++] = entry.getValue();
        }
        return new Amounts(names, numbers);
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    public int size() {
        return names.length;
    }

    public String name(int index) {
        return names[index];
    }

    public long number(int index) {
        return numbers[index];
    }

    /** How many of this name; 0 if there are none. */
    public long get(String name) {
        int index = Arrays.binarySearch(names, name);
        return index < 0 ? 0 : numbers[index];
    }

    public void forEach(ObjLongConsumer<String> action) {
        for (int i = 0; i < names.length; i++) {
            action.accept(names[i], numbers[i]);
        }
    }

    /** The same as a map, in the order of the names. */
    public Map<String, Long> toMap() {
        Map<String, Long> map = new TreeMap<>();
        forEach(map::put);
        return map;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Amounts amounts
                && Arrays.equals(names, amounts.names)
                && Arrays.equals(numbers, amounts.numbers);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(names) + Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        return toMap().toString();
    }
}
