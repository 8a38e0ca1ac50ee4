package dev.berth.service.quota;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Money;
import dev.berth.service.account.AuditLog;
import dev.berth.service.project.Budget;
import dev.berth.service.project.Memberships;
import dev.berth.service.project.Project;
import dev.berth.site.FactKeeper;
import dev.berth.site.Pieces;
import dev.berth.site.ServerTimeClaim;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Spending of each project: the costs of its reservations, by the month (UTC) in which they start, which is where reports count
 * them, too. Holds count while they are kept. Costs are recorded even without a budget, so that a new budget knows what is
 * already spent.
 */
public final class Spending implements FactKeeper<Spending.Cost> {
    public static final String KIND = "spending";

    private final TreeMap<Long, Cost> open = new TreeMap<>();
    /** Sums by project and month, of open and closed reservations together. */
    private final TreeMap<String, TreeMap<Integer, Long>> sums = new TreeMap<>();

    /**
     * Cost of a reservation to its project from now on, as a fact.
     *
     * @param month counted from the year 0
     * @param amount in millionths, all of it
     * @param closed whether the amount is final
     */
    public record Cost(String project, long reservation, int month, long amount, boolean closed) {}

    record Sum(String project, int month, long amount) {}

    record All(List<Sum> sums, List<Cost> open) {}

    private record Place(String project, int month) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Cost> type() {
        return Cost.class;
    }

    @Override
    public void settle(Transaction transaction, List<Touched> touched) {
        Map<Place, Long> before = new LinkedHashMap<>();
        Map<Place, Boolean> isOwn = new HashMap<>();
        for (Touched each : touched) {
            Cost cost = cost(each);
            if (cost != null) {
                Place place = new Place(cost.project(), cost.month());
                Budget.Period period = period(transaction.view(), cost.project());
                before.computeIfAbsent(place, where -> spent(where.project(), where.month(), period));
                isOwn.merge(place, Limits.isAskedBy(transaction, each), Boolean::logicalOr);
                transaction.record(KIND, cost);
            }
        }
        before.forEach(
                (place, sum) -> check(transaction, place, sum, isOwn.getOrDefault(place, false) ? touched : List.of()));
    }

    /** Cost to record for a reservation; null if nothing has changed. */
    private @Nullable Cost cost(Touched touched) {
        ServerTimeClaim after =
                touched.after().filter(ServerTimeClaim::isDecided).orElse(null);
        if (after == null || after.project().isEmpty()) {
            return null;
        }
        long number = touched.id().number();
        Cost known = open.get(number);
        // What was booked before costs were recorded counts only by what is added to it.
        long earlier = known != null
                ? 0
                : touched.before()
                        .filter(claim -> claim.isDecided() && claim.project().equals(after.project()))
                        .map(ServerTimeClaim::cost)
                        .orElse(0L);
        long amount = known == null ? Math.max(0, after.cost() - earlier) : after.cost();
        Cost cost = new Cost(
                after.project().get(),
                number,
                month(after.start()),
                amount,
                touched.ended().isPresent());
        boolean isNews = known == null ? amount != 0 : !known.equals(cost);
        return isNews ? cost : null;
    }

    static int month(long time) {
        YearMonth month = YearMonth.from(Instant.ofEpochMilli(time).atZone(ZoneOffset.UTC));
        return month.getYear() * 12 + month.getMonthValue() - 1;
    }

    private static Budget.Period period(View view, String project) {
        return Memberships.added(view, project)
                .flatMap(Project::budget)
                .map(Budget::period)
                .orElse(Budget.Period.TOTAL);
    }

    /** @param own what the transaction has done, if its actor did some of it for this project; otherwise empty */
    private void check(Transaction transaction, Place place, long before, List<Touched> own) {
        overBudget(transaction.view(), place, before, 0).ifPresent(over -> {
            if (!own.isEmpty()) {
                throw new OverLimit(over, transaction, own);
            }
            if (!transaction.actor().isEmpty()) {
                AuditLog.add(
                        transaction,
                        "exceed-budget",
                        "project " + over.project().name(),
                        new Money(over.spent() + over.asked()) + " of "
                                + over.budget().amount());
            }
        });
    }

    /** Whether a new reservation would exceed the budget of its project. */
    Optional<Limits.OverBudget> overBudget(View view, ServerTimeClaim claim) {
        return claim.project().flatMap(project -> {
            Place place = new Place(project, month(claim.start()));
            long spent = spent(project, place.month(), period(view, project));
            return overBudget(view, place, spent, claim.cost());
        });
    }

    /** @param more to come to what is recorded */
    private Optional<Limits.OverBudget> overBudget(View view, Place place, long before, long more) {
        return Memberships.added(view, place.project())
                .flatMap(project -> project.budget().flatMap(budget -> {
                    long after = spent(place.project(), place.month(), budget.period()) + more;
                    YearMonth month = YearMonth.of(place.month() / 12, place.month() % 12 + 1);
                    return after > budget.amount().millionths() && after > before
                            ? Optional.of(new Limits.OverBudget(project, budget, month, before, after - before))
                            : Optional.empty();
                }));
    }

    private long spent(String project, int month, Budget.Period period) {
        TreeMap<Integer, Long> months = sums.get(project);
        if (months == null) {
            return 0;
        }
        return period == Budget.Period.MONTH
                ? months.getOrDefault(month, 0L)
                : months.values().stream().mapToLong(each -> each).sum();
    }

    /** Money that a project has spent of its budget, in this month or in total. */
    public Money spent(String project, Budget.Period period, long now) {
        return new Money(spent(project, month(now), period));
    }

    @Override
    public Undo apply(Cost cost, long time, String actor) {
        Cost before = cost.closed() ? open.remove(cost.reservation()) : open.put(cost.reservation(), cost);
        add(before, -1);
        add(cost, 1);
        return () -> {
            add(cost, -1);
            add(before, 1);
            if (before == null) {
                open.remove(cost.reservation());
            } else {
                open.put(before.reservation(), before);
            }
        };
    }

    private void add(@Nullable Cost cost, int sign) {
        if (cost != null) {
            add(cost.project(), cost.month(), sign * cost.amount());
        }
    }

    private void add(String project, int month, long amount) {
        TreeMap<Integer, Long> months = sums.computeIfAbsent(project, name -> new TreeMap<>());
        // No zeros, so that what is taken back leaves no trace.
        months.merge(month, amount, (one, other) -> one + other == 0 ? null : one + other);
        if (months.getOrDefault(month, 1L) == 0) {
            months.remove(month);
        }
        if (months.isEmpty()) {
            sums.remove(project);
        }
    }

    @Override
    public Stream<byte[]> capture() {
        List<Sum> all = new ArrayList<>();
        sums.forEach((project, months) -> months.forEach((month, amount) -> all.add(new Sum(project, month, amount))));
        List<Cost> costs = List.copyOf(open.values());
        return Stream.concat(
                Pieces.of(all, 500, some -> Codec.write(All.class, new All(some, List.of()))),
                Pieces.of(costs, 500, some -> Codec.write(All.class, new All(List.of(), some))));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        open.clear();
        sums.clear();
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            all.sums().forEach(sum -> add(sum.project(), sum.month(), sum.amount()));
            all.open().forEach(cost -> open.put(cost.reservation(), cost));
        });
    }
}
