package dev.berth.engine.model;

/** The number of an opportunistic job; a book counts them upwards from 1 in the order they are queued. */
public record OpportunistId(long number) implements Comparable<OpportunistId> {
    public OpportunistId {
        if (number < 1) {
            throw new BadValue("opportunist", number, "must be at least 1");
        }
    }

    @Override
    public int compareTo(OpportunistId other) {
        return Long.compare(number, other.number);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public String toString() {
        return "o" + number;
    }
}
