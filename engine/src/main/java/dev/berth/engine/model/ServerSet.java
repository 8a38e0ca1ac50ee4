package dev.berth.engine.model;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** An immutable ascending set of server numbers within one pool; prints as {@code 0+3+7}. */
public final class ServerSet {
    public static final ServerSet EMPTY = new ServerSet(new int[0]);

    /** Sets of one server, because most reservations that have servers have one: as many as are numbered so low. */
    private static final @Nullable ServerSet[] SINGLE = new ServerSet[4096];

    private final int[] numbers;

    private ServerSet(int[] ascending) {
        this.numbers = ascending;
    }

    public static ServerSet of(int... numbers) {
        if (numbers.length == 0) {
            return EMPTY;
        }
        if (numbers.length == 1 && numbers[0] >= 0 && numbers[0] < SINGLE.length) {
            return single(numbers[0]);
        }
        int[] ascending = numbers.clone();
        if (ascending.length > 1) {
            Arrays.sort(ascending);
        }
        if (ascending[0] < 0) {
            throw new BadValue("servers", ascending[0], "must be numbered from 0");
        }
        for (int i = 1; i < ascending.length; i++) {
            if (ascending[i] == ascending[i - 1]) {
                throw new BadValue("servers", ascending[i], "must be named only once");
            }
        }
        return new ServerSet(ascending);
    }

    /** Several threads may make the same one; all of them are equal. */
    private static ServerSet single(int number) {
        ServerSet known = SINGLE[number];
        if (known == null) {
            known = new ServerSet(new int[] {number});
            SINGLE[number] = known;
        }
        return known;
    }

    public int size() {
        return numbers.length;
    }

    public boolean isEmpty() {
        return numbers.length == 0;
    }

    public int get(int index) {
        return numbers[index];
    }

    /** This many of them, those with the lowest numbers; none if there are none. */
    public ServerSet lowest(int count) {
        return count >= numbers.length ? this : of(Arrays.copyOf(numbers, count));
    }

    public boolean contains(int number) {
        return Arrays.binarySearch(numbers, number) >= 0;
    }

    /** Like {@code stream().forEach}, without the stream: the book does this at every start and end. */
    public void forEach(IntConsumer action) {
        for (int number : numbers) {
            action.accept(number);
        }
    }

    public IntStream stream() {
        return Arrays.stream(numbers);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ServerSet set && Arrays.equals(numbers, set.numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    /** For people: {@code 0-3, 7}. */
    public String ranges() {
        return ranges(", ");
    }

    public String ranges(String separator) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < numbers.length; ) {
            int last = i;
            while (last + 1 < numbers.length && numbers[last + 1] == numbers[last] + 1) {
                last++;
            }
            text.append(i == 0 ? "" : separator).append(numbers[i]);
            if (last > i) {
                text.append('-').append(numbers[last]);
            }
            i = last + 1;
        }
        return text.toString();
    }

    @Override
    public String toString() {
        return stream().mapToObj(Integer::toString).collect(Collectors.joining("+"));
    }
}
