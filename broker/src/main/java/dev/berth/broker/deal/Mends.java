package dev.berth.broker.deal;

import dev.berth.broker.remote.Reserved;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a deal goes on while what it has lost is booked elsewhere. */
public final class Mends {
    private Mends() {}

    /** Something is to take the place of what was lost. */
    public static Deal with(Deal deal, Mending next) {
        return deal.with(deal.after().mending(Optional.of(next)));
    }

    /** Whether a site has found servers again for what is being replaced. */
    public static boolean isFoundAgain(Deal deal, Mending mending) {
        return lost(deal, mending).isEmpty();
    }

    private static Optional<Lost> lost(Deal deal, Mending mending) {
        return deal.parts().stream()
                .filter(part -> part.group().equals(mending.group()))
                .flatMap(part -> Lost.of(part, mending.lost()::contains).stream())
                .findFirst();
    }

    /** It is not needed any more. */
    public static Deal dropped(Deal deal, Mending mending, long now) {
        return loosened(deal, mending)
                .with(deal.after().mending(Optional.empty()))
                .settled(now);
    }

    /** Nothing can take the place of what was lost. */
    public static Deal givenUp(Deal deal, List<String> lost, List<Reason> why, long now) {
        return deal.because(why)
                .with(deal.after().mending(Optional.empty()).tried(lost))
                .settled(now);
    }

    /** A site cannot take it: the next one, or none. */
    public static Deal failed(Deal deal, Mending mending, Reason why, long now, long life) {
        Deal next = loosened(deal, mending).because(List.of(why));
        return mending.others().isEmpty()
                ? givenUp(
                        next,
                        mending.lost().stream()
                                .map(id -> Lost.key(mending.group(), id))
                                .toList(),
                        List.of(),
                        now)
                : with(next, Mending.first(mending.group(), mending.lost(), mending.others(), now, life));
    }

    /** Releases a part that is not taken, or cancels it if it may be confirmed already, however long that takes. */
    private static Deal loosened(Deal deal, Mending mending) {
        DealPart part =
                mending.decided() ? mending.part().loose() : mending.part().slim();
        return deal.releasing(List.of(part), Math.max(deal.life(), mending.life()));
    }

    /** It is confirmed. What a site may still find servers for is cancelled there: it is not needed twice. */
    public static Deal done(Deal deal, Mending mending, List<Reserved> confirmed, long now) {
        DealPart added = mending.part().booked(confirmed);
        Optional<Lost> lost = lost(deal, mending);
        List<DealPart> parts = new ArrayList<>();
        for (DealPart part : deal.parts()) {
            if (lost.isPresent() && part.equals(lost.get().part())) {
                // In its place: the parts of a deal keep their order.
                lost.get().rest().ifPresent(parts::add);
                parts.add(added);
            } else {
                parts.add(part);
            }
        }
        if (lost.isEmpty()) {
            parts.add(added);
        }
        List<News> news = added.reservations().stream()
                .map(each -> new News(
                        now,
                        added.site(),
                        News.What.REPLACED,
                        lost.map(gone -> gone.reservations().getFirst()),
                        each,
                        ""))
                .toList();
        List<DealPart> open = lost.stream()
                .map(gone -> gone.part()
                        .with(gone.reservations().stream()
                                .filter(each -> !each.stands().isOver())
                                .toList()))
                .filter(part -> !part.reservations().isEmpty())
                .map(DealPart::loose)
                .toList();
        return deal.releasing(open, deal.life())
                .with(deal.after().mending(Optional.empty()))
                .followed(parts, news, now)
                .settled(now);
    }
}
