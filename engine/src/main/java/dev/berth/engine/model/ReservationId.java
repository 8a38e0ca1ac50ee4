package dev.berth.engine.model;

/** The number of a reservation; a book counts them upwards from 1 in the order of acceptance. */
public record ReservationId(long number) implements Comparable<ReservationId> {
    public ReservationId {
        if (number < 1) {
            throw new BadValue("reservation", number, "must be at least 1");
        }
    }

    @Override
    public int compareTo(ReservationId other) {
        return Long.compare(number, other.number);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public String toString() {
        return "r" + number;
    }
}
