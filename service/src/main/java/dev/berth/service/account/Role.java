package dev.berth.service.account;

/**
 * Role of an account. Each role includes those before it, except that {@link #GUARD} is included only from {@link #OPERATOR} on.
 */
public enum Role {
    /** Reads, and says what really uses the servers of a host. For a program, which must not be able to do more. */
    GUARD,
    /** Reads. */
    VIEWER,
    /** Books, and sees the details of what is their own. */
    USER,
    /** Sees all details, changes all reservations, runs pools and servers. */
    OPERATOR,
    /** Keeps accounts. */
    ADMINISTRATOR;

    public boolean isAtLeast(Role other) {
        if (other == GUARD) {
            return this == GUARD || isAtLeast(OPERATOR);
        }
        return this == GUARD ? other == VIEWER : compareTo(other) >= 0;
    }
}
