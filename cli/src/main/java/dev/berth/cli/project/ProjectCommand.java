package dev.berth.cli.project;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Activation;

/** {@code berth project}, with its subcommands. */
public final class ProjectCommand {
    private ProjectCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth project", "Lists, adds and changes projects")
                .add("list", "Lists projects", () -> new ProjectList(environment))
                .add("show", "Shows one project", () -> new ProjectShow(environment))
                .add("add", "Adds a project (administrator)", () -> new ProjectAdd(environment))
                .add("change", "Changes a project (administrator)", () -> new ProjectChange(environment))
                .add(
                        "close",
                        "Closes a project (administrator)",
                        () -> new Activation(
                                environment,
                                Activation.Kind.PROJECT,
                                false,
                                "Closes a project: nothing new is booked for it. Its reservations and its reports stay. Only for administrators."))
                .add(
                        "open",
                        "Opens a closed project again (administrator)",
                        () -> new Activation(
                                environment,
                                Activation.Kind.PROJECT,
                                true,
                                "Opens a closed project again, with the members and the limits it had. Only for administrators."))
                .add("member", members(environment))
                .add("staff", staff(environment));
    }

    private static Commands members(Environment environment) {
        return new Commands("berth project member", "Adds and removes members")
                .add(
                        "add",
                        "Adds members to a project (administrator)",
                        () -> new ProjectMember(environment, ProjectMember.Kind.MEMBER, true))
                .add(
                        "remove",
                        "Removes members from a project (administrator)",
                        () -> new ProjectMember(environment, ProjectMember.Kind.MEMBER, false));
    }

    private static Commands staff(Environment environment) {
        return new Commands("berth project staff", "Adds and removes those who book for the members")
                .add(
                        "add",
                        "Adds staff to a project (administrator)",
                        () -> new ProjectMember(environment, ProjectMember.Kind.STAFF, true))
                .add(
                        "remove",
                        "Removes staff from a project (administrator)",
                        () -> new ProjectMember(environment, ProjectMember.Kind.STAFF, false));
    }
}
