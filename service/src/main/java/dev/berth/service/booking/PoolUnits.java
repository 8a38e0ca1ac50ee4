package dev.berth.service.booking;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.intake.Declined;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Share;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.FactKeeper;
import dev.berth.site.KeyedFacts;
import dev.berth.site.Pieces;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import dev.berth.words.Called;
import dev.berth.words.Unit;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Unit of each pool: the name of its servers. The book does not need it, so it is kept as facts. */
public final class PoolUnits implements FactKeeper<PoolUnits.Named> {
    public static final String KIND = "unit";

    private final KeyedFacts<Named> units = new KeyedFacts<>(Named::pool);

    /** A pool and its unit from now on. */
    public record Named(String pool, String unit) {}

    record All(List<Named> units) {}

    public static Unit of(View view, PoolId pool) {
        return view.facts(PoolUnits.class)
                .units
                .get(pool.name())
                .map(named -> new Unit(named.unit()))
                .orElse(Unit.SERVER);
    }

    /** Unit that all these pools share; {@link Unit#SERVER} if they differ. */
    public static Unit of(View view, Collection<PoolId> pools) {
        Set<Unit> units = pools.stream().map(pool -> of(view, pool)).collect(Collectors.toSet());
        return units.size() == 1 ? units.iterator().next() : Unit.SERVER;
    }

    /** Names for the servers that a refusal is about. */
    public static Called called(View view, Refusal refusal, @Nullable Job job) {
        PoolId its = refusal instanceof Refusal.AlreadyBound bound
                ? view.reservation(bound.reservation())
                        .map(reservation -> reservation.placement().pool())
                        .orElse(null)
                : null;
        Share share = job == null ? null : job.requirements().slice().share();
        return new Called(
                its == null ? of(view, refusal, job) : of(view, its),
                names(view, its),
                share == null ? null : share.part());
    }

    private static Called.Names names(View view, @Nullable PoolId its) {
        ServerNames names = ServerNames.of(view);
        return (said, server) -> {
            PoolId pool = said == null ? its : said;
            return pool == null ? null : names.name(pool, server);
        };
    }

    /** Names for the servers that a declined request was about. */
    public static Called called(View view, Declined declined) {
        return new Called(of(view, declined), names(view, null), null);
    }

    /** Unit of the pools that a refusal is about. */
    private static Unit of(View view, Refusal refusal, @Nullable Job job) {
        if (job != null) {
            return of(
                    view,
                    view.pools().stream()
                            .filter(job.requirements()::match)
                            .map(Pool::id)
                            .toList());
        }
        return refusal instanceof Refusal.AboutPool one ? of(view, one.pool()) : Unit.SERVER;
    }

    /** Unit of the pools that a declined request was about. */
    private static Unit of(View view, Declined declined) {
        return switch (declined.reason()) {
            case Declined.Reason.Decided(Refusal.NoCapacity full) -> of(view, full.tried());
            case Declined.Reason.Decided decided -> of(view, decided.refusal(), null);
            case Declined.Reason.Told told -> Unit.SERVER;
        };
    }

    /** Sets it, and returns whether it was another before. */
    public static boolean set(Transaction transaction, PoolId pool, Unit unit) {
        if (of(transaction.view(), pool).equals(unit)) {
            return false;
        }
        transaction.record(KIND, new Named(pool.name(), unit.name()));
        return true;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Named> type() {
        return Named.class;
    }

    @Override
    public Undo apply(Named named, long time, String actor) {
        return units.put(named);
    }

    /** Nothing where every pool has servers, as in all snapshots from before pools had units. */
    @Override
    public Stream<byte[]> capture() {
        return units.isEmpty()
                ? Stream.empty()
                : Pieces.of(units.all(), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        units.clear();
        pieces.forEachRemaining(
                piece -> units.restore(Codec.read(All.class, piece).units()));
    }
}
