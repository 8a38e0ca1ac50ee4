package dev.berth.service.quota;

import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Quota;
import dev.berth.service.account.Role;
import dev.berth.service.project.Memberships;
import dev.berth.service.project.Project;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.View;
import dev.berth.words.PartWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Scope of a quota: an account or a project, in all pools, in one, or of one part in all pools.
 *
 * @param name of the account or project
 * @param pool empty for all pools
 * @param part empty for servers
 */
public record QuotaScope(Kind kind, String name, Optional<String> pool, Optional<String> part) {
    /** Whose quota it is. */
    public enum Kind {
        ACCOUNT,
        PROJECT
    }

    static QuotaScope account(String name) {
        return new QuotaScope(Kind.ACCOUNT, name, Optional.empty(), Optional.empty());
    }

    static QuotaScope project(String name) {
        return new QuotaScope(Kind.PROJECT, name, Optional.empty(), Optional.empty());
    }

    QuotaScope in(String other) {
        return new QuotaScope(kind, name, Optional.of(other), Optional.empty());
    }

    QuotaScope of(String other) {
        return new QuotaScope(kind, name, Optional.empty(), Optional.of(other));
    }

    /** Whether a claim is of this account or project. */
    boolean counts(ServerTimeClaim claim) {
        return switch (kind) {
            case ACCOUNT -> claim.user().equals(name);
            case PROJECT -> claim.project().filter(name::equals).isPresent();
        };
    }

    /** Under which it is counted; names of accounts and projects have no colon, at sign or hash. */
    String key() {
        return (kind == Kind.PROJECT ? "project:" : "")
                + name
                + pool.map(each -> "@" + each).orElse("")
                + part.map(each -> "#" + each).orElse("");
    }

    /** A quota that is there. */
    public record Limited(QuotaScope scope, Quota quota, boolean isDefault) {
        /** Server-milliseconds, or part-milliseconds, that count now. */
        public long booked(View view) {
            return view.facts(Usage.class).since(scope.key(), view.now() - quota.window());
        }
    }

    Optional<Limited> limited(View view) {
        Usage usage = view.facts(Usage.class);
        return switch (kind) {
            case ACCOUNT -> view.facts(Accounts.class).known(name).flatMap(account -> limited(account, usage));
            case PROJECT ->
                Memberships.added(view, name).flatMap(this::quota).map(quota -> new Limited(this, quota, false));
        };
    }

    private Optional<Quota> quota(Project project) {
        if (part.isPresent()) {
            return part.map(each -> project.partQuotas().get(each));
        }
        return pool.isPresent() ? pool.map(each -> project.pools().get(each)) : project.quota();
    }

    private Optional<Limited> limited(Account account, Usage usage) {
        if (part.isPresent()) {
            return part.map(each -> account.partQuotas().get(each)).map(quota -> new Limited(this, quota, false));
        }
        if (pool.isPresent()) {
            return Optional.ofNullable(account.poolQuotas().get(pool.get()))
                    .map(quota -> new Limited(this, quota, false));
        }
        return account.ownQuota()
                .map(quota -> new Limited(this, quota, false))
                .or(() -> usage.usual()
                        // Operators answer for the site.
                        .filter(quota -> account.role() == Role.USER)
                        .map(quota -> new Limited(this, quota, true)));
    }

    /** All quotas of an account, the one over all pools first. */
    public static List<Limited> of(View view, Account account) {
        List<Limited> all = new ArrayList<>();
        QuotaScope scope = account(account.name());
        scope.limited(account, view.facts(Usage.class)).ifPresent(all::add);
        new TreeMap<>(account.poolQuotas())
                .forEach((pool, quota) -> all.add(new Limited(scope.in(pool), quota, false)));
        new TreeMap<>(account.partQuotas())
                .forEach((part, quota) -> all.add(new Limited(scope.of(part), quota, false)));
        return all;
    }

    /** All quotas of a project, the one over all pools first. */
    public static List<Limited> of(Project project) {
        List<Limited> all = new ArrayList<>();
        QuotaScope scope = project(project.name());
        project.quota().ifPresent(quota -> all.add(new Limited(scope, quota, false)));
        new TreeMap<>(project.pools()).forEach((pool, quota) -> all.add(new Limited(scope.in(pool), quota, false)));
        new TreeMap<>(project.partQuotas())
                .forEach((part, quota) -> all.add(new Limited(scope.of(part), quota, false)));
        return all;
    }

    /** Name of what is counted, in plural: {@code server-hours}, {@code gpu-hours}, {@code GiB-hours of memory}. */
    public String hours() {
        return part.map(PartWords::hours).orElse("server-hours");
    }

    /** Such as {@code ana in pool gpu} or {@code project climate}. */
    String text() {
        return (kind == Kind.PROJECT ? "project " : "")
                + name
                + pool.map(each -> " in pool " + each).orElse("");
    }
}
