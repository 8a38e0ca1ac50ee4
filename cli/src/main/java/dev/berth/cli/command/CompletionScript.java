package dev.berth.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A script that completes commands and options in bash, and in zsh by what it has for bash. */
public final class CompletionScript {
    private CompletionScript() {}

    public static String of(Commands root) {
        Map<String, List<String>> choices = new TreeMap<>();
        collect(root, choices);
        StringBuilder cases = new StringBuilder();
        choices.forEach((path, words) ->
                cases.append("        \"%s\") choices=\"%s\" ;;%n".formatted(path, String.join(" ", words))));
        String paths = String.join(
                "|", choices.keySet().stream().map(path -> "\"" + path + "\"").toList());
        return """
                #!/usr/bin/env bash
                # Completes commands and options of berth in bash and zsh: source <(berth completion)
                if [[ -n "${ZSH_VERSION:-}" ]]; then
                    autoload -U +X compinit && compinit
                    autoload -U +X bashcompinit && bashcompinit
                fi

                _berth() {
                    local path="berth" choices="" word
                    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                        case "$path $word" in
                        %s) path="$path $word" ;;
                        esac
                    done
                    case "$path" in
                %s    esac
                    # shellcheck disable=SC2207
                    COMPREPLY=($(compgen -W "$choices" -- "${COMP_WORDS[COMP_CWORD]}"))
                }
                complete -o default -F _berth berth ./berth
                """.formatted(paths, cases);
    }

    private static void collect(Commands group, Map<String, List<String>> choices) {
        List<String> here = new ArrayList<>(group.entries().keySet());
        group.entries().forEach((name, entry) -> {
            if (entry instanceof Commands.Group further) {
                collect(further.commands(), choices);
            } else if (entry instanceof Commands.Single single) {
                String path = group.path() + " " + name;
                choices.put(path, options(Syntax.of(path, single.maker().get())));
            }
        });
        if (group.usual() != null) {
            here.addAll(options(Syntax.of(group.path(), group.usual().get())));
        }
        choices.put(group.path(), here);
    }

    private static List<String> options(Syntax syntax) {
        List<String> words = new ArrayList<>();
        syntax.options().forEach(each -> words.add(each.name()));
        words.add("--help");
        return words;
    }
}
