package dev.berth.site;

import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Consequence;
import dev.berth.engine.book.Decision;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Effort;
import dev.berth.engine.intake.Declined;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.opportunistic.Stint;
import dev.berth.engine.waitlist.Waiter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A view that answers only the thread that holds the site's lock: one that was kept for later fails at once. */
final class LockedView implements View {
    private final Contents contents;
    private final ReentrantLock lock;
    private final Visibility visibility;

    LockedView(Contents contents, ReentrantLock lock, Visibility visibility) {
        this.contents = contents;
        this.lock = lock;
        this.visibility = visibility;
    }

    @Override
    public Visibility visibility() {
        return visibility;
    }

    private Book book() {
        return held().book;
    }

    private Contents held() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("a view is of use only within the question or transaction it was given to");
        }
        contents.checkIntact();
        return contents;
    }

    @Override
    public long now() {
        return book().now();
    }

    @Override
    public long version() {
        return held().version;
    }

    @Override
    public String policy() {
        return book().policy();
    }

    @Override
    public String admission() {
        return book().admission();
    }

    @Override
    public List<Pool> pools() {
        Book book = book();
        return book.pools().stream()
                .filter(pool -> book.joinedTo(pool.id()).isEmpty())
                .toList();
    }

    @Override
    public Optional<PoolId> joinedTo(PoolId id) {
        return book().joinedTo(id);
    }

    @Override
    public Optional<Pool> pool(PoolId id) {
        return book().pool(id);
    }

    @Override
    public ServerSet shunned(PoolId pool) {
        return book().shunned(pool);
    }

    @Override
    public Amounts licences() {
        return book().licences();
    }

    @Override
    public HeldLicences heldLicences() {
        return book().heldLicences();
    }

    @Override
    public long freeLicences(String name, Window window) {
        return book().freeLicences(name, window);
    }

    @Override
    public List<Outage> outages(PoolId pool) {
        return book().outages(pool);
    }

    @Override
    public boolean hasBound(PoolId pool) {
        return book().hasBound(pool);
    }

    @Override
    public Optional<Tariff> tariff(PoolId pool) {
        return book().tariff(pool);
    }

    @Override
    public Collection<Reservation> reservations() {
        return book().reservations();
    }

    @Override
    public List<Reservation> within(PoolId pool, Window window) {
        return held().open.within(pool, window);
    }

    @Override
    public long busyness(PoolId pool, Window window) {
        return held().open.busyness(pool, window);
    }

    @Override
    public Stream<Reservation> openAfter(long number) {
        return held().open.after(number);
    }

    @Override
    public Stream<Reservation> openOf(String user, long number) {
        return held().open.of(user, number);
    }

    @Override
    public Optional<Reservation> reservation(ReservationId id) {
        return book().reservation(id);
    }

    @Override
    public Optional<Long> heldUntil(ReservationId id) {
        return book().heldUntil(id);
    }

    @Override
    public Collection<Degraded> degraded() {
        return book().degraded();
    }

    @Override
    public Optional<Degraded> degraded(ReservationId id) {
        return book().degraded(id);
    }

    @Override
    public Collection<Past> past() {
        return held().closed.all();
    }

    @Override
    public Optional<Past> past(ReservationId id) {
        return held().closed.find(id);
    }

    @Override
    public Supplier<Map<ReservationId, ServerSet>> handout(PoolId pool) {
        return book().handoutAsOfNow(pool);
    }

    @Override
    public void freeServers(PoolId pool, Window window, Calendar.Steps steps) {
        book().freeServers(pool, window, steps);
    }

    @Override
    public List<Offer> offers(Job job, Wish wish) {
        return book().offers(job, wish, Effort.of(WorkBudget.QUESTION));
    }

    @Override
    public List<Alternative> alternatives(Job job, int most) {
        return book().alternatives(job, most, Effort.of(WorkBudget.QUESTION));
    }

    @Override
    public Decision decide(Command command) {
        return book().decide(command, WorkBudget.of(command, Effort.of(WorkBudget.QUESTION)));
    }

    @Override
    public List<Consequence> consequences(Command.Evacuate command) {
        return book().consequences(command, WorkBudget.of(command, Effort.of(WorkBudget.QUESTION)));
    }

    @Override
    public List<Decision> whatIf(List<Command> commands) {
        return book().whatIf(commands, Effort.of(WorkBudget.QUESTION));
    }

    @Override
    public Optional<Rounds> rounds() {
        return book().rounds();
    }

    @Override
    public Collection<Queued> queued() {
        return book().queued();
    }

    @Override
    public Optional<Queued> queued(ReservationId id) {
        return book().queued(id);
    }

    @Override
    public Collection<Declined> declined() {
        return book().declined();
    }

    @Override
    public Optional<Declined> declined(ReservationId id) {
        return book().declined(id);
    }

    @Override
    public Collection<Opportunist> queuedOpportunists() {
        return book().queuedOpportunists();
    }

    @Override
    public Collection<Stint> runningOpportunists() {
        return book().runningOpportunists();
    }

    @Override
    public Collection<Waiter> waiters() {
        return book().waiters();
    }

    @Override
    public Optional<Waiter> waiter(WaiterId id) {
        return book().waiter(id);
    }

    @Override
    public int waitersBefore(WaiterId id) {
        return book().waitersBefore(id);
    }

    @Override
    public <K extends FactKeeper<?>> K facts(Class<K> type) {
        FactKeeper<?> keeper = held().byType.get(type);
        if (keeper == null) {
            throw new IllegalArgumentException("the site was opened without a " + type.getName());
        }
        return type.cast(keeper);
    }
}
