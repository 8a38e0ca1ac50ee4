package dev.berth.service.project;

import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.site.Transaction;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Changes of projects by administrators. */
public final class ProjectChanges {
    /** Largest number of projects of a site, and of members of a project: lists are returned without paging. */
    static final int MOST = 10_000;

    /** Largest number of staff of a project. */
    static final int MOST_STAFF = 100;

    private ProjectChanges() {}

    public static Project add(Transaction transaction, Project project) {
        if (Memberships.find(transaction.view(), project.name()).isPresent()) {
            throw Problem.of(
                            Code.DUPLICATE_PROJECT,
                            "There is or was a project " + project.name() + "; change it, or choose another name")
                    .toException();
        }
        if (transaction.view().facts(Projects.class).all().size() >= MOST) {
            throw Problem.of(Code.SITE_FULL, "The site has %d projects, which is the limit".formatted(MOST))
                    .toException();
        }
        project.members().forEach(member -> known(transaction, member));
        return recorded(transaction, "add-project", project, project.title());
    }

    public static Project change(Transaction transaction, String name, UnaryOperator<Project> change) {
        Project before = Memberships.known(transaction.view(), name);
        Project after = change.apply(before);
        String detail = before.open() == after.open() ? "" : after.open() ? "opened" : "closed";
        return recorded(transaction, "change-project", after, detail);
    }

    public static Project addMember(Transaction transaction, String name, String member) {
        Project project = Memberships.known(transaction.view(), name);
        known(transaction, member);
        if (project.members().size() >= MOST) {
            throw Problem.of(Code.SITE_FULL, "Project %s has %d members, which is the limit".formatted(name, MOST))
                    .toException();
        }
        return recorded(transaction, "add-member", project.with(member), member);
    }

    /** A member whose default project it is has none afterwards. */
    public static Project removeMember(Transaction transaction, String name, String member) {
        Project project = Memberships.known(transaction.view(), name);
        Account account = known(transaction, member);
        if (!Memberships.isMember(account, project)) {
            throw Problem.of(Code.UNKNOWN_ACCOUNT, "%s is not a member of project %s".formatted(member, name))
                    .toException();
        }
        if (account.project().filter(name::equals).isPresent()) {
            transaction.record(Accounts.KIND, account.withProject(Optional.empty()));
        }
        return recorded(transaction, "remove-member", project.without(member), member);
    }

    /** Lets an account book for the members of a project. It need not be a member. */
    public static Project addStaff(Transaction transaction, String name, String account) {
        Project project = Memberships.known(transaction.view(), name);
        known(transaction, account);
        if (project.allStaff().size() >= MOST_STAFF) {
            throw Problem.of(
                            Code.SITE_FULL,
                            "Project %s has %d staff, which is the limit; remove some first"
                                    .formatted(name, MOST_STAFF))
                    .toException();
        }
        return recorded(transaction, "add-staff", project.withStaff(account, true), account);
    }

    public static Project removeStaff(Transaction transaction, String name, String account) {
        Project project = Memberships.known(transaction.view(), name);
        if (!project.allStaff().contains(account)) {
            throw Problem.of(Code.UNKNOWN_ACCOUNT, "%s is not staff of project %s".formatted(account, name))
                    .toException();
        }
        return recorded(transaction, "remove-staff", project.withStaff(account, false), account);
    }

    private static Account known(Transaction transaction, String account) {
        return transaction
                .view()
                .facts(Accounts.class)
                .known(account)
                .orElseThrow(() -> Problem.of(Code.UNKNOWN_ACCOUNT, "Unknown account " + account)
                        .toException());
    }

    private static Project recorded(Transaction transaction, String what, Project project, String detail) {
        transaction.record(Projects.KIND, project);
        AuditLog.add(transaction, what, project.name(), detail);
        return project;
    }
}
