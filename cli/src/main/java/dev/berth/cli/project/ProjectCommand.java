package dev.berth.cli.project;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;

/** {@code berth project}, with its subcommands. */
public final class ProjectCommand {
    private ProjectCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth project", "Lists, adds and changes projects")
                .add("list", "Lists projects", () -> new ProjectList(environment))
                .add("show", "Shows one project", () -> new ProjectShow(environment))
                .add("add", "Adds a project (administrator)", () -> new ProjectAdd(environment))
                .add("change", "Changes a project (administrator)", () -> new ProjectChange(environment))
                .add("close", "Closes a project (administrator)", () -> new ProjectAccess(environment, false))
                .add("open", "Opens a closed project again (administrator)", () -> new ProjectAccess(environment, true))
                .add("member", members(environment));
    }

    private static Commands members(Environment environment) {
        return new Commands("berth project member", "Adds and removes members")
                .add("add", "Adds members to a project (administrator)", () -> new ProjectMember(environment, true))
                .add(
                        "remove",
                        "Removes members from a project (administrator)",
                        () -> new ProjectMember(environment, false));
    }
}
