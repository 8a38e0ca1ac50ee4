package dev.berth.engine.model;

/** The number of an entry of the waiting list; a book counts them upwards from 1 in the order in which they came. */
public record WaiterId(long number) implements Comparable<WaiterId> {
    public WaiterId {
        if (number < 1) {
            throw new BadValue("entry", number, "must be at least 1");
        }
    }

    @Override
    public int compareTo(WaiterId other) {
        return Long.compare(number, other.number);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public String toString() {
        return "e" + number;
    }
}
