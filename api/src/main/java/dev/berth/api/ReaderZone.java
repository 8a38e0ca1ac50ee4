package dev.berth.api;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;

/** Time zone of the person who reads an answer, from a header of the request: the times within sentences are in it. */
final class ReaderZone {
    static final String HEADER = "Berth-Zone";

    private static final int LONGEST = 60;

    private ReaderZone() {}

    /** Empty without the header, or if this service does not know the zone: times are then in UTC, as all others. */
    static Optional<ZoneId> of(Api.Request request) {
        return request.headers()
                .apply(HEADER)
                .filter(name -> name.length() <= LONGEST)
                .flatMap(ReaderZone::zone);
    }

    private static Optional<ZoneId> zone(String name) {
        try {
            return Optional.of(ZoneId.of(name));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
