package dev.berth.cli.project;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import org.jspecify.annotations.Nullable;

/** The options that say what a project is and may do. Only those that were given are put into a request. */
final class ProjectTerms {
    private @Nullable String title;

    void declare(Syntax syntax) {
        syntax.text("--title", "TEXT", "What it is about", value -> title = value);
    }

    void addTo(ObjectNode request) {
        if (title != null) {
            request.put("title", title);
        }
    }
}
