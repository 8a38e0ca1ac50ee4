package dev.berth.cli.project;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Remote;

/** {@code berth project show}. */
final class ProjectShow implements ShellCommand {
    private final Remote remote;

    private String name = "";

    ProjectShow(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Shows the members of a project, its quotas and budget, and what is used of them. Only for its members and for operators.");
        syntax.parameter("NAME", "Project", value -> name = value);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        return remote.show(() -> remote.service().send("GET", "/projects/" + Remote.encoded(name)), ProjectText::whole);
    }
}
