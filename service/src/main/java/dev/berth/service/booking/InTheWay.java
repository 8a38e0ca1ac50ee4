package dev.berth.service.booking;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.words.PartWords;
import dev.berth.words.Phrase;
import dev.berth.words.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    /** The part that is short; null where servers are booked as a whole. */
    private final @Nullable Part part;

    private InTheWay(View view, Job job, Pool pool, @Nullable Part part) {
        this.view = view;
        this.job = job;
        this.pool = pool;
        this.part = part;
    }

    /** Share of the pool that one user has during the time asked for: servers, or devices or units of one part. */
    private record Holder(
            String user,
            List<Reservation> reservations,
            @Nullable Part part) {
        /** The most at one moment, which is a start. */
        long servers() {
            return reservations.stream()
                    .mapToLong(each -> at(each.window().start()))
                    .max()
                    .orElse(0);
        }

        private long at(long time) {
            return reservations.stream()
                    .filter(each -> each.window().start() <= time
                            && time < each.window().end())
                    .mapToLong(this::taken)
                    .sum();
        }

        /** A share of a device counts as the device. */
        private long taken(Reservation each) {
            Slice slice = each.placement().taken().slice();
            Share share = slice.share();
            if (part == null) {
                return each.placement().count();
            }
            boolean isShared = share != null && share.part().equals(part.name());
            long one = slice.isWhole() ? part.count() : slice.amounts().get(part.name()) + (isShared ? 1 : 0);
            return one * each.placement().count();
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
                .map(found -> new InTheWay(view, job, found, part(found, none)))
                .ifPresent(way -> {
                    way.holders(asker).ifPresent(sentences::add);
                    way.elsewhere().ifPresent(sentences::add);
                });
        return sentences;
    }

    private static @Nullable Part part(Pool pool, Refusal.NoCapacity none) {
        Refusal.Shortage shortage = none.shortage();
        return shortage == null ? null : pool.parts().get(shortage.part());
    }

    private Optional<Phrase> holders(String asker) {
        if (pool.hasParts() && part == null) {
            return Optional.empty();
        }
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
        Map<String, Holder> shares = new LinkedHashMap<>();
        for (Reservation each : view.within(pool.id(), window)) {
            String user = each.job().user();
            if (maySee || user.equals(asker)) {
                shares.computeIfAbsent(user, any -> new Holder(user, new ArrayList<>(), part))
                        .reservations()
                        .add(each);
            }
        }
        if (shares.isEmpty()) {
            return Optional.empty();
        }
        Unit unit = PoolUnits.of(view, pool.id());
        List<Holder> largest = shares.values().stream()
                .filter(share -> share.servers() > 0)
                .sorted(Comparator.comparingLong(Holder::servers).reversed().thenComparing(Holder::user))
                .limit(MOST_NAMED)
                .toList();
        List<Phrase> named = new ArrayList<>();
        for (Holder share : largest) {
            named.add(said(share, asker, from, unit, named.isEmpty()));
        }
        int others = shares.size() - MOST_NAMED;
        return Optional.of(Phrase.of(
                "%s%s", Phrase.joined(", ", named), others > 0 ? ", and %d more have some".formatted(others) : ""));
    }

    private Phrase said(Holder share, String asker, long from, Unit unit, boolean isFirst) {
        return Phrase.of(
                "%s %s%d of %s%s until %s",
                share.user().equals(asker) ? isFirst ? "You have" : "you have" : share.user() + " has",
                share.reservations().size() > 1 ? "up to " : "",
                part == null || !part.name().equals(PartWords.MEMORY) ? share.servers() : share.servers() / 1024,
                part == null
                        ? unit.counted(pool.servers())
                        : PartWords.counted(part.name(), part.count() * pool.servers()),
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
