package dev.berth.api;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The headers of a request: the first value under a name, in whatever case the name is written. */
public interface Headers extends Function<String, Optional<String>> {
    /** The names of all headers that were sent. */
    Set<String> names();
}
