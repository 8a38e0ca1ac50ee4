package dev.berth.service.signin;

import dev.berth.service.account.Role;
import dev.berth.wire.Fields;
import dev.berth.wire.Names;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which role the members of a group have who are signed in by someone else.
 *
 * @param byGroup the role of each group; of several, the highest counts
 * @param otherwise the role of people in none of these groups; empty if they are refused
 */
public record GroupRoles(Map<String, Role> byGroup, Optional<Role> otherwise) {
    private static final String RULE = "must be viewer, user, operator or administrator";
    private static final String OTHERWISE = "must be refused, viewer or user";

    public GroupRoles {
        byGroup = Map.copyOf(byGroup);
    }

    /** The role of somebody in some groups. */
    public Optional<Role> of(Predicate<String> isMember) {
        return of((group, role) -> isMember.test(group));
    }

    /** The same, where it depends on the role whether a group may be meant by this name. */
    public Optional<Role> of(BiPredicate<String, Role> isMember) {
        return byGroup.entrySet().stream()
                .filter(entry -> isMember.test(entry.getKey(), entry.getValue()))
                .map(Map.Entry::getValue)
                .max(Comparator.naturalOrder())
                .or(() -> otherwise);
    }

    /** Reads the fields {@code roles} and {@code otherwise}. */
    public static GroupRoles read(Fields fields) {
        Map<String, Role> roles = new LinkedHashMap<>();
        fields.texts("roles").forEach((group, text) -> {
            Role role = role(text);
            if (role == null) {
                fields.fault("roles", RULE + ", not \"" + text + "\"");
            } else {
                roles.put(group, role);
            }
        });
        Optional<Role> otherwise = Optional.ofNullable(fields.parsed("otherwise", OTHERWISE, GroupRoles::otherwise))
                .flatMap(each -> each);
        if (roles.isEmpty() && otherwise.isEmpty() && !fields.isFaulty()) {
            fields.fault("roles", "must name a group, or set otherwise: user; nobody could sign in");
        }
        return new GroupRoles(roles, otherwise);
    }

    private static @Nullable Role role(String text) {
        for (Role role : Role.values()) {
            if (role != Role.GUARD && Names.of(role).equals(text.toLowerCase(Locale.ROOT))) {
                return role;
            }
        }
        return null;
    }

    /** No one becomes an operator for being nobody in particular. */
    private static Optional<Role> otherwise(String text) {
        return switch (text) {
            case "refused" -> Optional.empty();
            case "viewer" -> Optional.of(Role.VIEWER);
            case "user" -> Optional.of(Role.USER);
            default -> throw new IllegalArgumentException("not a role for strangers");
        };
    }
}
