package dev.berth.cli.project;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.QueryString;
import dev.berth.cli.remote.Remote;

/** {@code berth project list}. */
final class ProjectList implements ShellCommand {
    private final Remote remote;

    private boolean all;

    ProjectList(Environment environment) {
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about("Lists the projects you belong to. Operators see all projects.");
        syntax.flag("--all", "Include closed projects", () -> all = true);
        remote.declare(syntax);
    }

    @Override
    public int run() {
        QueryString query = new QueryString().with("all", all ? true : null);
        return remote.show(
                () -> remote.service().send("GET", "/projects" + query),
                answer -> ProjectText.table(answer.path("projects")));
    }
}
