package dev.berth.service.account;

import dev.berth.engine.intake.Priority;
import dev.berth.wire.problem.Problem;
import java.util.Map;
import java.util.Optional;

/**
 * Somebody who may use the service; as a fact, what is known of them from then on.
 *
 * @param open false while it is disabled
 * @param quota how many server-milliseconds may be booked in any time of {@code quotaWindow}; 0 for no limit
 * @param leastLead a reservation starts no sooner than this from when it is made
 * @param mostLead and no later than this; 0 for no limit
 * @param priority of its queued requests; empty for that of the site
 * @param project its default project; empty for none
 * @param pools how much may be booked in single pools, by name; empty in older journals
 * @param standing what the priority of its queued requests is computed from, at a site that computes priorities; empty in
 *     older journals
 * @param parts how much of single parts may be booked, in part-milliseconds, by name; empty in older journals
 */
public record Account(
        String name,
        Role role,
        boolean open,
        long quota,
        long quotaWindow,
        long leastLead,
        long mostLead,
        Optional<Priority> priority,
        Optional<String> project,
        Optional<Map<String, Quota>> pools,
        Optional<AccountStanding> standing,
        Optional<Map<String, Quota>> parts) {
    /** Without a project. */
    public Account(
            String name,
            Role role,
            boolean open,
            long quota,
            long quotaWindow,
            long leastLead,
            long mostLead,
            Optional<Priority> priority) {
        this(
                name,
                role,
                open,
                quota,
                quotaWindow,
                leastLead,
                mostLead,
                priority,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    public static Account of(String name, Role role) {
        return new Account(name, role, true, 0, 0, 0, 0, Optional.empty());
    }

    public Account closed() {
        return withOpen(false);
    }

    public Account withOpen(boolean isOpen) {
        return new Account(
                name, role, isOpen, quota, quotaWindow, leastLead, mostLead, priority, project, pools, standing, parts);
    }

    public Account withRole(Role other) {
        return new Account(
                name, other, open, quota, quotaWindow, leastLead, mostLead, priority, project, pools, standing, parts);
    }

    /** The same with this role, unless its own may do less. */
    public Account atMost(Role most) {
        return role.isAtLeast(most) ? withRole(most) : this;
    }

    public Account withProject(Optional<String> other) {
        return new Account(
                name, role, open, quota, quotaWindow, leastLead, mostLead, priority, other, pools, standing, parts);
    }

    /** Its own quota over all pools. */
    public Optional<Quota> ownQuota() {
        return quota > 0 ? Optional.of(new Quota(quota, quotaWindow)) : Optional.empty();
    }

    public Map<String, Quota> partQuotas() {
        return parts.orElse(Map.of());
    }

    public Map<String, Quota> poolQuotas() {
        return pools.orElse(Map.of());
    }

    public boolean is(Role least) {
        return role.isAtLeast(least);
    }

    /** Whether this account sees what a user's reservation is for, and may change it. */
    public boolean owns(String user) {
        return is(Role.OPERATOR) || (name.equals(user) && is(Role.USER));
    }

    /**
     * Refuses an account that does not own the thing.
     *
     * @param what it is called, such as {@code plan w3}
     */
    public void checkOwns(String user, String what) {
        if (!owns(user)) {
            throw Problem.notAllowed("Not allowed: " + what + " belongs to another user")
                    .toException();
        }
    }
}
