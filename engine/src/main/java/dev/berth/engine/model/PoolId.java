package dev.berth.engine.model;

/** The name of a pool, unique on its site. */
public record PoolId(String name) {
    public PoolId {
        if (name.isEmpty()
                || name.length() > 100
                || !name.equals(name.strip())
                || name.chars().anyMatch(Character::isISOControl)) {
            throw new BadValue("pool", name, "must have 1 to 100 printable characters and no spaces around them");
        }
    }

    /** Said outright, as in {@link ReservationId}: it is asked for at every turn. */
    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
