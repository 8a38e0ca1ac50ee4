package dev.berth.engine.model;

/**
 * Remembers some values that are in use, by their hashes, so that equal ones can be one object: each reservation of parts has
 * some that many others have as well. Several threads may use it; what one of them loses only costs memory.
 */
final class Known<T> {
    private final Object[] places;

    /** @param bits binary logarithm of how many are remembered */
    Known(int bits) {
        this.places = new Object[1 << bits];
    }

    /** A value that is equal to this one, and where possible one that was there before. */
    @SuppressWarnings("unchecked")
    T same(T value) {
        int hash = value.hashCode();
        int place = (hash ^ hash >>> 11 ^ hash >>> 22) & (places.length - 1);
        Object known = places[place];
        if (value.equals(known)) {
            return (T) known;
        }
        places[place] = value;
        return value;
    }
}
