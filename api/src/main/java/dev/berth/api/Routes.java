package dev.berth.api;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The endpoints by their paths. A request is compared only with those that begin as it does; there are many endpoints. */
final class Routes {
    private final Map<String, List<Route>> byStart;
    /** Routes whose path begins with a variable. */
    private final List<Route> others;
    /** How large bodies may be where they may be larger than usual, by method and path. */
    private final Map<String, Integer> mostBytes;

    Routes(List<Endpoint> endpoints) {
        List<Route> all = endpoints.stream().map(Route::of).toList();
        this.others = all.stream().filter(Route::beginsWithVariable).toList();
        this.byStart = all.stream()
                .filter(route -> !route.beginsWithVariable())
                .map(Route::start)
                .distinct()
                .collect(Collectors.toUnmodifiableMap(
                        start -> start,
                        start -> all.stream()
                                .filter(route -> route.beginsWithVariable()
                                        || route.start().equals(start))
                                .toList()));
        this.mostBytes = endpoints.stream()
                .filter(endpoint -> endpoint.mostBytes() > 0)
                .collect(Collectors.toUnmodifiableMap(
                        endpoint -> key(endpoint.method(), Api.ROOT + endpoint.path()), Endpoint::mostBytes));
    }

    private static String key(String method, String path) {
        return method + ' ' + path;
    }

    /** Routes that may match a path, in their order. */
    List<Route> from(List<String> segments) {
        return byStart.getOrDefault(segments.getFirst(), others);
    }

    /** How large a body may be. */
    int mostBytes(String method, String rawPath, int usual) {
        return Math.max(usual, mostBytes.getOrDefault(key(method, rawPath), usual));
    }

    /** An endpoint and the segments of its path. */
    record Route(Endpoint endpoint, List<String> wanted) {
        static Route of(Endpoint endpoint) {
            return new Route(endpoint, List.of(endpoint.path().substring(1).split("/", -1)));
        }

        String start() {
            return wanted.getFirst();
        }

        boolean beginsWithVariable() {
            return start().contains("{");
        }

        /** Values of the variables in its path; empty if the path does not match. */
        Optional<Map<String, String>> match(List<String> segments) {
            if (wanted.size() != segments.size()) {
                return Optional.empty();
            }
            Map<String, String> variables = new HashMap<>();
            for (int i = 0; i < wanted.size(); i++) {
                String part = wanted.get(i);
                int open = part.indexOf('{');
                String segment = segments.get(i);
                if (open < 0) {
                    if (!part.equals(segment)) {
                        return Optional.empty();
                    }
                    continue;
                }
                int close = part.indexOf('}');
                String after = part.substring(close + 1);
                if (segment.length() <= after.length() || !segment.endsWith(after)) {
                    return Optional.empty();
                }
                variables.put(part.substring(open + 1, close), segment.substring(0, segment.length() - after.length()));
            }
            return Optional.of(variables);
        }
    }
}
