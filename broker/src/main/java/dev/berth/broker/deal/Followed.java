package dev.berth.broker.deal;

import dev.berth.broker.deal.News.What;
import dev.berth.broker.remote.RemoteStanding;
import dev.berth.broker.remote.Reserved;
import dev.berth.broker.remote.Sighted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Updates a deal by what a site shows of its reservations. Only the state there is compared with what was known before:
 * changes while the broker was away are seen in the same way.
 */
public final class Followed {
    private Followed() {}

    /** The deal as it stands now; empty if nothing is new. */
    public static Optional<Deal> after(Deal deal, String site, Map<String, Sighted> seen, long now) {
        List<News> news = new ArrayList<>();
        List<DealPart> parts = new ArrayList<>();
        for (DealPart part : deal.parts()) {
            List<Reserved> next = new ArrayList<>();
            for (Reserved known : part.reservations()) {
                Sighted sighted = part.site().equals(site) ? seen.get(known.id()) : null;
                if (sighted == null || known.stands().isOver()) {
                    next.add(known);
                } else {
                    news(site, known, sighted, now).ifPresent(news::add);
                    next.add(isSame(known, sighted.reserved()) ? known : sighted.reserved());
                }
            }
            parts.add(part.with(next));
        }
        return parts.equals(deal.parts()) ? Optional.empty() : Optional.of(deal.followed(parts, news, now));
    }

    private static boolean isSame(Reserved known, Reserved now) {
        return known.isAt(now)
                && known.stands() == now.stands()
                && known.price().equals(now.price());
    }

    private static Optional<News> news(String site, Reserved known, Sighted sighted, long now) {
        Reserved seen = sighted.reserved();
        return what(known, seen)
                .map(what -> new News(
                        now,
                        site,
                        what,
                        known.isAt(seen) ? Optional.empty() : Optional.of(known),
                        seen,
                        what == What.LOST ? sighted.why() : ""));
    }

    private static Optional<What> what(Reserved known, Reserved seen) {
        RemoteStanding before = known.stands();
        RemoteStanding now = seen.stands();
        if (now == RemoteStanding.CANCELLED) {
            return Optional.of(What.CANCELLED);
        }
        if (now.isLost()) {
            return before.isLost() ? Optional.empty() : Optional.of(What.LOST);
        }
        if (now.isOver()) {
            return Optional.of(What.ENDED);
        }
        if (before.isLost()) {
            return Optional.of(What.RECOVERED);
        }
        if (now == RemoteStanding.RUNNING && before != RemoteStanding.RUNNING) {
            return Optional.of(What.STARTED);
        }
        if (known.isAt(seen)) {
            return Optional.empty();
        }
        return Optional.of(seen.start() < known.start() ? What.PULLED_FORWARD : What.MOVED);
    }

    /** Where a deal that was booked stands, by its reservations. */
    static Deal.State state(List<DealPart> parts, Aftermath after) {
        Deal.State plain = state(parts);
        boolean isReplaced = after.mending().isPresent()
                || after.move().isPresent()
                || (plain == Deal.State.BROKEN
                        && after.replace()
                                .filter(terms -> Lost.first(parts, terms).isPresent() || Moves.isWanted(parts, terms))
                                .isPresent());
        return isReplaced ? Deal.State.REPLACING : plain;
    }

    private static Deal.State state(List<DealPart> parts) {
        List<RemoteStanding> all = parts.stream()
                .flatMap(part -> part.reservations().stream().map(Reserved::stands))
                .toList();
        boolean isOver = all.stream().allMatch(RemoteStanding::isOver);
        if (!all.isEmpty() && all.stream().allMatch(each -> each == RemoteStanding.CANCELLED)) {
            return Deal.State.UNDONE;
        }
        if (all.stream().anyMatch(each -> each.isLost() || each == RemoteStanding.CANCELLED)) {
            return Deal.State.BROKEN;
        }
        if (isOver && !all.isEmpty()) {
            return Deal.State.DONE;
        }
        return all.stream().anyMatch(each -> each == RemoteStanding.RUNNING || each.isOver())
                ? Deal.State.RUNNING
                : Deal.State.BOOKED;
    }
}
