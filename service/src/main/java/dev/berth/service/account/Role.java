package dev.berth.service.account;

/** What an account may do; each role may do what the ones before it may. */
public enum Role {
    /** Reads. */
    VIEWER,
    /** Books, and sees the details of what is their own. */
    USER,
    /** Sees all details, changes all reservations, runs pools and servers. */
    OPERATOR,
    /** Keeps accounts. */
    ADMINISTRATOR;

    public boolean isAtLeast(Role other) {
        return compareTo(other) >= 0;
    }
}
