package dev.berth.api;

import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.Optional;
import java.util.function.Function;

/** Passes requests on to the instance that leads the site. */
public interface Relay {
    /** For a site that one instance has to itself. */
    Relay NONE = new Relay() {
        @Override
        public Optional<String> client(Function<String, Optional<String>> headers) {
            return Optional.empty();
        }

        @Override
        public Answer forward(Api.Request request) {
            return unknown();
        }
    };

    /** The address of the client for whom another instance of this site has passed a request on; empty if none has. */
    Optional<String> client(Function<String, Optional<String>> headers);

    /** Answer of the leader, or a problem that says to try again if the leader cannot be reached. */
    Answer forward(Api.Request request);

    /** Answer if no leader is known. */
    static Answer unknown() {
        return Answer.of(Problem.of(
                Code.NOT_LEADING,
                "No instance leads this site at the moment. The request was not carried out; try again in a second"));
    }
}
