package dev.berth.service.project;

import dev.berth.engine.model.Job;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.site.View;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Membership of accounts in projects. An account belongs to its default project without being added to it. A project that is
 * named only by accounts exists as well, so labels in older journals count as projects.
 */
public final class Memberships {
    private Memberships() {}

    /** One that was added: only such a project has limits. Does not look at accounts, so every booking can ask for it. */
    public static Optional<Project> added(View view, String name) {
        return view.facts(Projects.class).get(name);
    }

    public static Optional<Project> find(View view, String name) {
        return added(view, name)
                .or(() -> view.facts(Accounts.class).all().stream().anyMatch(account -> isDefault(account, name))
                        ? Optional.of(Project.named(name))
                        : Optional.empty());
    }

    /**
     * The project of that name.
     *
     * @throws Rejected if there is none
     */
    public static Project known(View view, String name) {
        return find(view, name).orElseThrow(() -> unknown(name));
    }

    public static Rejected unknown(String name) {
        return Problem.of(Code.UNKNOWN_PROJECT, "Unknown project " + name).toException();
    }

    /** All projects by name, the closed ones, too. */
    public static List<Project> all(View view) {
        TreeMap<String, Project> all = new TreeMap<>();
        view.facts(Accounts.class)
                .all()
                .forEach(account -> account.project().ifPresent(name -> all.put(name, Project.named(name))));
        view.facts(Projects.class).all().forEach(project -> all.put(project.name(), project));
        return List.copyOf(all.values());
    }

    /** The accounts that belong to a project. */
    public static Collection<String> members(View view, Project project) {
        TreeSet<String> members = new TreeSet<>(project.members());
        for (Account account : view.facts(Accounts.class).all()) {
            if (isDefault(account, project.name())) {
                members.add(account.name());
            }
        }
        return members;
    }

    public static boolean isMember(Account account, Project project) {
        return isDefault(account, project.name()) || project.members().contains(account.name());
    }

    /** Whether an account may book for the members of a project, and look after what is booked for it. */
    public static boolean isStaff(View view, Account account, Optional<String> project) {
        return account.is(Role.USER)
                && project.flatMap(name -> added(view, name))
                        .filter(each -> each.allStaff().contains(account.name()))
                        .isPresent();
    }

    private static boolean isDefault(Account account, String project) {
        return account.project().filter(project::equals).isPresent();
    }

    /** The names of the projects that an account belongs to, its default first. */
    public static List<String> of(View view, Account account) {
        List<String> names = new ArrayList<>();
        account.project().ifPresent(names::add);
        for (Project project : view.facts(Projects.class).all()) {
            if (project.members().contains(account.name()) && !names.contains(project.name())) {
                names.add(project.name());
            }
        }
        return names;
    }

    /** Whether the user of a job still belongs to its project, and that is open; true if it has none. */
    public static boolean allow(View view, Job job) {
        String name = job.terms().project();
        if (name == null) {
            return true;
        }
        Project project = added(view, name).orElseGet(() -> Project.named(name));
        return project.open()
                && view.facts(Accounts.class)
                        .known(job.user())
                        .filter(user -> isMember(user, project))
                        .isPresent();
    }

    /**
     * The job with the project that it is booked for: the one it names, or the default of its user.
     *
     * @throws Rejected if its user does not belong to that project, or it is closed
     */
    public static Job settled(View view, Job job) {
        Optional<Account> user = view.facts(Accounts.class).known(job.user());
        String name = job.terms().project();
        if (user.isEmpty() || (name == null && user.get().project().isEmpty())) {
            return job;
        }
        String settled = name == null ? user.get().project().get() : name;
        Project project = added(view, settled).orElseGet(() -> Project.named(settled));
        if (!isMember(user.get(), project)) {
            throw Problem.invalid("project", settled, notOneOf(view, user.get()))
                    .toException();
        }
        if (!project.open()) {
            throw Problem.invalid("project", settled, "is closed; choose another project")
                    .toException();
        }
        return settled.equals(name) ? job : job.under(job.terms().withProject(settled));
    }

    private static String notOneOf(View view, Account user) {
        List<String> projects = of(view, user);
        return projects.isEmpty()
                ? "is not a project of " + user.name() + ", who belongs to none; an administrator can add members"
                : "is not a project of " + user.name() + "; choose one of " + String.join(", ", projects);
    }

    /** Project that a reservation or request of a user counts under. */
    public static Optional<String> project(View view, Job job) {
        return Optional.ofNullable(job.terms().project())
                .or(() -> view.facts(Accounts.class).known(job.user()).flatMap(Account::project));
    }
}
