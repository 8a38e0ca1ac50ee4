package dev.berth.service.notice;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Kind of a notice. People choose which kinds they receive. */
public enum NoticeKind {
    /** A reservation was made, or a held one confirmed. */
    CONFIRMED,
    /** It starts within the time that its owner chose. */
    STARTS_SOON,
    /** It has another time or place: moved, pulled forward, or changed by somebody else. */
    MOVED,
    /** It lost its servers, and none are found yet. */
    DEGRADED,
    /** It has servers again. */
    RECOVERED,
    /** It ends within the time that its owner chose. */
    ENDS_SOON,
    /** A queued request was refused, or nothing came free for a job that waited. */
    TURNED_AWAY,
    /** It was given back as unused, cancelled by somebody else, or lost. */
    RELEASED,
    /** The owner of a reservation is asked for more flexibility, at a discount. */
    ASKED,
    /** The owner has accepted what an operator asked for. */
    ASK_ACCEPTED,
    /** The owner has declined it. */
    ASK_DECLINED,
    /** An ask was taken back before its owner answered. */
    ASK_ENDED,
    /** A job that had found no room is held or booked, because an owner has accepted or time came free. */
    ROOM_FOUND;

    public static final Set<NoticeKind> ALL = Collections.unmodifiableSet(EnumSet.allOf(NoticeKind.class));

    /** Reminders are personal: they depend on the times that the owner of a reservation chose. */
    public static final Set<NoticeKind> REMINDERS = Collections.unmodifiableSet(EnumSet.of(STARTS_SOON, ENDS_SOON));

    /** These in the order above; sets of enums that are written down must not depend on the order in which they were made. */
    public static Set<NoticeKind> ordered(Set<NoticeKind> some) {
        return Arrays.stream(values())
                .filter(some::contains)
                .collect(Collectors.collectingAndThen(
                        Collectors.toCollection(LinkedHashSet::new), Collections::unmodifiableSet));
    }
}
