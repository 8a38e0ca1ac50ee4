package dev.berth.service.project;

import dev.berth.service.account.Quota;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Accounts that share quota, budget and reports; as a fact, what is known of it from then on.
 *
 * @param title for people; may be empty
 * @param open false once it is closed: nothing new is booked for it
 * @param members the accounts that were added; those whose default it is belong to it as well
 * @param quota what all its members together may book
 * @param pools the same for single pools, by name
 * @param parts the same for single parts, in part-milliseconds, by name; empty in older journals
 * @param staff the accounts that may book for its members; empty in older journals
 */
public record Project(
        String name,
        String title,
        boolean open,
        List<String> members,
        Optional<Quota> quota,
        Map<String, Quota> pools,
        Optional<Budget> budget,
        Optional<Map<String, Quota>> parts,
        Optional<List<String>> staff) {
    public Project {
        members = List.copyOf(new TreeSet<>(members));
        staff = staff.filter(names -> !names.isEmpty()).map(names -> List.copyOf(new TreeSet<>(names)));
        pools = Map.copyOf(new TreeMap<>(pools));
    }

    public Map<String, Quota> partQuotas() {
        return parts.orElse(Map.of());
    }

    public static Project named(String name) {
        return new Project(
                name,
                "",
                true,
                List.of(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The accounts that may book for its members, share what is booked for it and hand it over. */
    public List<String> allStaff() {
        return staff.orElse(List.of());
    }

    Project withStaff(String account, boolean isStaff) {
        TreeSet<String> changed = new TreeSet<>(allStaff());
        if (isStaff) {
            changed.add(account);
        } else {
            changed.remove(account);
        }
        return new Project(name, title, open, members, quota, pools, budget, parts, Optional.of(List.copyOf(changed)));
    }

    public Project with(String member) {
        TreeSet<String> more = new TreeSet<>(members);
        more.add(member);
        return new Project(name, title, open, List.copyOf(more), quota, pools, budget, parts, staff);
    }

    Project without(String member) {
        TreeSet<String> fewer = new TreeSet<>(members);
        fewer.remove(member);
        return new Project(name, title, open, List.copyOf(fewer), quota, pools, budget, parts, staff);
    }
}
