package dev.berth.service.booking;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.words.Phrase;
import dev.berth.words.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Explanation of a refusal for lack of room: who has the servers, as far as the asker may see that, and which other pool is free.
 */
public final class InTheWay {
    private static final int MOST_NAMED = 3;

    /** How many pools are asked: each costs as much as the booking itself. */
    private static final int MOST_ASKED = 3;

    /** Beyond that nobody is named: to go through more would keep everybody waiting. */
    private static final long MOST_LOOKED_AT = 2_000;

    private final View view;
    private final Job job;
    private final Pool pool;

    private InTheWay(View view, Job job, Pool pool) {
        this.view = view;
        this.job = job;
        this.pool = pool;
    }

    /** Share of the pool that one user has during the time asked for. */
    private record Share(String user, List<Reservation> reservations) {
        /** The most at one moment, which is a start. */
        int servers() {
            return reservations.stream()
                    .mapToInt(each -> at(each.window().start()))
                    .max()
                    .orElse(0);
        }

        private int at(long time) {
            return reservations.stream()
                    .filter(each -> each.window().start() <= time
                            && time < each.window().end())
                    .mapToInt(each -> each.placement().count())
                    .sum();
        }

        long from() {
            return reservations.stream()
                    .mapToLong(each -> each.window().start())
                    .min()
                    .orElse(0);
        }

        long until() {
            return reservations.stream()
                    .mapToLong(each -> each.window().end())
                    .max()
                    .orElse(0);
        }
    }

    /** Sentences to add to a refusal; none unless it is for lack of room. */
    public static List<Phrase> sentences(View view, String asker, Job job, Refusal refusal) {
        if (!(refusal instanceof Refusal.NoCapacity none) || none.tried().isEmpty()) {
            return List.of();
        }
        List<Phrase> sentences = new ArrayList<>();
        PoolId first = none.tried().getFirst();
        view.pools().stream()
                .filter(each -> each.id().equals(first))
                .findFirst()
                .map(found -> new InTheWay(view, job, found))
                .ifPresent(way -> {
                    way.holders(asker).ifPresent(sentences::add);
                    way.elsewhere().ifPresent(sentences::add);
                });
        return sentences;
    }

    private Optional<Phrase> holders(String asker) {
        boolean maySee = view.visibility() == Visibility.NAMES
                || view.facts(Accounts.class)
                        .known(asker)
                        .filter(account -> account.is(Role.OPERATOR))
                        .isPresent();
        long from = Math.max(job.ready(), view.now());
        long length = job.shape().duration(Math.max(1, Math.min(job.shape().fewest(), pool.servers())), pool.rate());
        Window window = new Window(from, from + Math.max(1, Math.min(length, Window.FOREVER - from - 1)));
        if (view.busyness(pool.id(), window) > MOST_LOOKED_AT) {
            return Optional.empty();
        }
        Map<String, Share> shares = new LinkedHashMap<>();
        for (Reservation each : view.within(pool.id(), window)) {
            String user = each.job().user();
            if (maySee || user.equals(asker)) {
                shares.computeIfAbsent(user, any -> new Share(user, new ArrayList<>()))
                        .reservations()
                        .add(each);
            }
        }
        if (shares.isEmpty()) {
            return Optional.empty();
        }
        Unit unit = PoolUnits.of(view, pool.id());
        List<Share> largest = shares.values().stream()
                .sorted(Comparator.comparingInt(Share::servers).reversed().thenComparing(Share::user))
                .limit(MOST_NAMED)
                .toList();
        List<Phrase> named = new ArrayList<>();
        for (Share share : largest) {
            named.add(said(share, asker, from, unit, named.isEmpty()));
        }
        int others = shares.size() - MOST_NAMED;
        return Optional.of(Phrase.of(
                "%s%s", Phrase.joined(", ", named), others > 0 ? ", and %d more have some".formatted(others) : ""));
    }

    private Phrase said(Share share, String asker, long from, Unit unit, boolean isFirst) {
        return Phrase.of(
                "%s %s%d of %s%s until %s",
                share.user().equals(asker) ? isFirst ? "You have" : "you have" : share.user() + " has",
                share.reservations().size() > 1 ? "up to " : "",
                share.servers(),
                unit.counted(pool.servers()),
                share.from() > from ? Phrase.of(" from %s", Phrase.time(share.from())) : "",
                Phrase.time(share.until()));
    }

    /** A pool that was not asked for and has room, by its name. */
    private Optional<Phrase> elsewhere() {
        if (job.requirements().pool() == null) {
            return Optional.empty();
        }
        Unit unit = PoolUnits.of(view, pool.id());
        return view.pools().stream()
                .filter(other -> !other.id().equals(pool.id())
                        && PoolUnits.of(view, other.id()).equals(unit))
                .limit(MOST_ASKED)
                .filter(other -> view.decide(new Command.Reserve(
                                job.requiring(job.requirements().withPool(other.id()))))
                        instanceof Decision.Accepted)
                .findFirst()
                .map(other -> Phrase.of("Pool %s has room for it then", other.id()));
    }
}
