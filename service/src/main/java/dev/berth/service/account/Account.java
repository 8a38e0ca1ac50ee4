package dev.berth.service.account;

/**
 * Somebody who may use the service; as a fact, what is known of them from then on.
 *
 * @param open false once it is closed
 * @param quota how many server-milliseconds may be booked in any time of {@code quotaWindow}; 0 for no limit
 * @param leastLead a reservation starts no sooner than this from when it is made
 * @param mostLead and no later than this; 0 for no limit
 */
public record Account(
        String name, Role role, boolean open, long quota, long quotaWindow, long leastLead, long mostLead) {
    public static Account of(String name, Role role) {
        return new Account(name, role, true, 0, 0, 0, 0);
    }

    public Account closed() {
        return new Account(name, role, false, quota, quotaWindow, leastLead, mostLead);
    }

    public boolean is(Role least) {
        return role.isAtLeast(least);
    }

    /** Whether this account sees what a user's reservation is for, and may change it. */
    public boolean owns(String user) {
        return is(Role.OPERATOR) || (name.equals(user) && is(Role.USER));
    }
}
