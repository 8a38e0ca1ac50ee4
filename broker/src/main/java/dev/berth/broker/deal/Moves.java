package dev.berth.broker.deal;

import dev.berth.broker.remote.RemoteStanding;
import dev.berth.broker.remote.Reserved;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How a deal goes on while all of it is booked in another window. */
public final class Moves {
    private Moves() {}

    /** Whether something is lost, nothing has begun or was cancelled, and other windows were not tried for that yet. */
    public static boolean isWanted(List<DealPart> parts, Replacement terms) {
        return terms.move()
                        .filter(movable -> movable.members().size() == parts.size())
                        .isPresent()
                && reservations(parts)
                        .allMatch(each -> each.stands() == RemoteStanding.WAITING
                                || each.stands().isLost())
                && parts.stream().allMatch(part -> part.reservations().size() == 1)
                && !terms.tried().containsAll(keys(parts));
    }

    /** Keys of the lost parts in the list of those for which other windows were tried. */
    private static List<String> keys(List<DealPart> parts) {
        return lost(parts)
                .flatMap(lost -> lost.keys().stream())
                .map(key -> "move " + key)
                .toList();
    }

    static Stream<Lost> lost(List<DealPart> parts) {
        return parts.stream().flatMap(part -> Lost.of(part, id -> true).stream());
    }

    static Stream<Reserved> reservations(List<DealPart> parts) {
        return parts.stream().flatMap(part -> part.reservations().stream());
    }

    /** Whether it is still to be moved: what was lost is lost, and the rest has not begun. */
    public static boolean isNeeded(Deal deal, long now) {
        return deal.replacement().filter(terms -> isWanted(deal.parts(), terms)).isPresent()
                && reservations(deal.parts())
                        .filter(each -> !each.stands().isLost())
                        .allMatch(each -> each.start() > now);
    }

    public static Deal with(Deal deal, Move next) {
        return deal.with(deal.after().move(Optional.of(next)));
    }

    /** It stays where it is, or what is left of it does. */
    public static Deal givenUp(Deal deal, List<Reason> why, long now) {
        return deal.because(why)
                .with(deal.after().move(Optional.empty()).tried(keys(deal.parts())))
                .settled(now);
    }

    /** It is not needed any more. */
    public static Deal dropped(Deal deal, Move move, long now) {
        return loosened(deal, move).with(deal.after().move(Optional.empty())).settled(now);
    }

    /** Not all sites can take it: the next plan, or none. */
    public static Deal failed(Deal deal, Move move, List<Reason> why, long now, long life) {
        Deal next = loosened(deal, move).because(why);
        return move.others().isEmpty()
                ? givenUp(next, List.of(), now)
                : with(next, Move.first(move.others(), move.fees(), now, life));
    }

    /** Releases parts that are not taken, or cancels them if they may be confirmed already, however long that takes. */
    private static Deal loosened(Deal deal, Move move) {
        return deal.releasing(
                move.parts().stream()
                        .map(part -> move.decided() ? part.loose() : part.slim())
                        .toList(),
                Math.max(deal.life(), move.life()));
    }

    /** All of it is confirmed, and takes the place of what the deal had, which is cancelled now. */
    public static Deal done(Deal deal, Move move, List<DealPart> confirmed, long now) {
        List<News> news = new ArrayList<>();
        List<DealPart> old = new ArrayList<>();
        for (int i = 0; i < confirmed.size(); i++) {
            DealPart before = deal.parts().get(i);
            DealPart part = confirmed.get(i);
            Reserved gone = before.reservations().getFirst();
            part.reservations()
                    .forEach(each ->
                            news.add(new News(now, part.site(), News.What.REPLACED, Optional.of(gone), each, "")));
            if (!gone.stands().isOver()) {
                old.add(before.loose());
            }
        }
        return deal.releasing(old, deal.life())
                .with(deal.after().move(Optional.empty()).paid(move.fees()))
                .followed(confirmed, news, now);
    }
}
