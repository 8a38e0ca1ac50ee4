package dev.berth.cli.lab;

import dev.berth.cli.console.BadInput;
import dev.berth.lab.experiment.Experiment;
import dev.berth.lab.experiment.OpenParameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what {@code --set} names. */
final class LabChoices {
    private LabChoices() {}

    /** The values by name; each name must be one of a parameter of these experiments. */
    static Map<String, String> read(List<String> choices, List<Experiment<?>> experiments) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String choice : choices) {
            int sign = choice.indexOf('=');
            if (sign < 1) {
                throw new BadInput("--set: \"%s\" is not of the form NAME=VALUE".formatted(choice));
            }
            String name = choice.substring(0, sign);
            if (parameters(experiments).noneMatch(name::equals)) {
                throw new BadInput("--set: %s has no choice named \"%s\"; %s"
                        .formatted(ids(experiments), name, known(experiments)));
            }
            values.put(name, choice.substring(sign + 1));
        }
        return values;
    }

    private static Stream<String> parameters(List<Experiment<?>> experiments) {
        return experiments.stream()
                .flatMap(experiment -> experiment.parameters().stream())
                .map(OpenParameter::name)
                .distinct();
    }

    private static String ids(List<Experiment<?>> experiments) {
        return experiments.stream().map(Experiment::id).collect(Collectors.joining(", "));
    }

    private static String known(List<Experiment<?>> experiments) {
        String names = parameters(experiments).collect(Collectors.joining(", "));
        return names.isEmpty() ? "there are none to make" : "choose from " + names;
    }
}
