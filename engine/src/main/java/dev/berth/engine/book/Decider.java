package dev.berth.engine.book;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Turns commands into decisions. Leaves the state as it was, whatever it tries on the way, unless it is to carry them out. */
final class Decider {
    private final State state;
    private final AdmissionStep admission;
    private final OutageStep outage;
    private final PricingStep pricing;
    private final ReplacementStep replacement;
    private final AdjustmentStep adjustment;
    private final GiveWayStep givingWay;
    private final RepairStep repair;
    private final FailureStep failure;
    private final BlockStep block;
    private final SettleStep settling;
    private final BoundStartStep boundStart;
    private final JoinStep joining;
    private final OverrunStep overrun;
    private final OpportunistStep opportunist;
    private final IntakeStep intake;
    private final AdvanceStep advance;
    private final WaitlistStep waitlist;

    Decider(State state) {
        this.state = state;
        this.pricing = new PricingStep(state);
        this.admission = new AdmissionStep(state);
        this.outage = new OutageStep(state);
        this.block = new BlockStep(state);
        this.repair = new RepairStep(state, block);
        this.replacement = new ReplacementStep(state, this::cancel, this::agree);
        this.adjustment = new AdjustmentStep(state);
        this.givingWay = new GiveWayStep(state);
        this.failure = new FailureStep(state);
        this.settling = new SettleStep(state);
        this.boundStart = new BoundStartStep(state);
        this.joining = new JoinStep(state);
        this.overrun = new OverrunStep(state);
        this.opportunist = new OpportunistStep(state);
        this.intake = new IntakeStep(state, admission, pricing);
        EarlyStartStep early = new EarlyStartStep(state);
        this.advance = new AdvanceStep(state, adjustment, repair, failure, intake, early);
        this.waitlist = new WaitlistStep(state, this::agree, this::hold, early, advance);
    }

    Decision decide(Command command) {
        if (searches(command) && state.effort.isSpent()) {
            return new Refused(new Refusal.TooCostly(state.effort.most()));
        }
        return opportunist.beside(answer(command));
    }

    /** Decides and, if accepted, carries out. */
    Decision carryOut(Command command) {
        if (command instanceof Command.Advance c && c.to() >= state.now && state.opportunists.isEmpty()) {
            return advance.carryOut(c.to());
        }
        Decision decision = decide(command);
        if (decision instanceof Accepted accepted) {
            accepted.events().forEach(state::apply);
        }
        return decision;
    }

    /** Whether it takes a place for a job; whatever gives one back is always decided. */
    private static boolean searches(Command command) {
        return command instanceof Command.Reserve
                || command instanceof Command.Hold
                || command instanceof Command.Change
                || command instanceof Command.Adjust
                || command instanceof Command.GiveWay
                || command instanceof Command.Await
                || command instanceof Command.Overrun;
    }

    private Decision answer(Command command) {
        return switch (command) {
            case Command.Reserve c -> agree(c.job());
            case Command.Hold c -> hold(c.job(), c.until());
            case Command.Replace c ->
                c.old().isEmpty()
                        ? replacement.replace(c.old(), c.jobs())
                        : repair.after(replacement.replace(c.old(), c.jobs()));
            case Command.Confirm c -> onOpen(c.reservation(), this::confirm);
            case Command.Advance c -> advance(c.to());
            case Command.Change c -> {
                Degraded lost = state.degraded.get(c.reservation());
                yield lost != null
                        ? repair.withoutWhatItKept(lost, () -> adjustment.recover(lost.reservation(), c.job()))
                        : onOpen(c.reservation(), r -> repair.afterChange(r, adjustment.change(r, c.job())));
            }
            case Command.Adjust c -> {
                Degraded lost = state.degraded.get(c.reservation());
                // A reservation that has lost its servers has nothing to concede.
                yield lost != null && !(c.adjustment() instanceof Adjustment.Concede)
                        ? repair.withoutWhatItKept(lost, () -> adjustment.recover(lost.reservation(), c.adjustment()))
                        : onOpen(c.reservation(), r -> repair.afterChange(r, adjustment.adjust(r, c.adjustment())));
            }
            case Command.Give c -> onOpen(c.reservation(), r -> give(r, c));
            case Command.GiveWay c ->
                onOpen(c.reservation(), r -> pricing.agree(givingWay.giveWay(r, c.job(), c.until())));
            case Command.SetTariff c ->
                onPool(c.pool(), roster -> new Accepted(List.of(new Event.TariffSet(c.pool(), c.tariff()))));
            case Command.SetLicences c -> setLicences(c);
            case Command.SetPolicy c -> setPolicy(c.policy(), c.admission());
            case Command.SetRounds c -> new Accepted(List.of(new Event.RoundsSet(c.rounds())));
            case Command.Enqueue c -> intake.enqueue(c.job(), c.priority());
            case Command.Cancel c ->
                state.queue.contains(c.reservation())
                        ? new Accepted(List.of(new Event.Closed(c.reservation(), Event.Cause.CANCELLED)))
                        : repair.after(cancel(c.reservation()));
            case Command.Finish c -> onOpen(c.reservation(), r -> giveBack(r, Event.Cause.FINISHED_EARLY));
            case Command.NoShow c -> onOpen(c.reservation(), r -> giveBack(r, Event.Cause.NO_SHOW));
            case Command.Reclaim c -> onOpen(c.reservation(), this::reclaim);
            case Command.AddPool c -> addPool(c.pool());
            case Command.AddServers c -> onPool(c.pool(), roster -> addServers(roster, c.count(), c.from()));
            case Command.JoinPools c -> joining.join(c);
            case Command.Drain c ->
                onPool(c.pool(), roster -> outage.drain(roster, c.servers(), c.window(), c.reportOnly()));
            case Command.Evacuate c -> onPool(c.pool(), roster -> outage.evacuate(roster, c.servers(), c.window()));
            case Command.Fail c ->
                onPool(c.pool(), roster -> repair.after(failure.fail(roster, c.servers(), c.repair())));
            case Command.Block c ->
                onPool(c.pool(), roster -> repair.after(block.block(roster, c.servers(), c.window(), c.cause())));
            case Command.Avoid c -> onPool(c.pool(), roster -> block.avoid(roster, c.servers(), c.window(), c.cause()));
            case Command.Unblock c ->
                onPool(c.pool(), roster -> repair.after(block.unblock(roster, c.servers(), c.cause())));
            case Command.NameServers c -> onPool(c.pool(), outage::nameServers);
            case Command.Bind c -> onPool(c.pool(), roster -> outage.bind(roster, c.until()));
            case Command.Settle c -> onOpen(c.reservation(), r -> settling.settle(r, c));
            case Command.StartBound c -> onOpen(c.reservation(), boundStart::start);
            case Command.Shun c -> onPool(c.pool(), roster -> outage.shun(roster, c.servers()));
            case Command.Restore c -> onPool(c.pool(), roster -> restore(roster, c.servers()));
            case Command.Overrun c ->
                onOpen(c.reservation(), r -> pricing.overrun(r, overrun.decide(r, c.more(), c.policy())));
            case Command.QueueOpportunist c -> opportunist.queue(c);
            case Command.CancelOpportunist c -> opportunist.cancel(c.opportunist());
            case Command.FinishOpportunist c -> opportunist.finish(c.opportunist());
            case Command.Await c -> waitlist.await(c);
            case Command.Leave c -> waitlist.leave(c.waiter());
            case Command.PassOver c -> waitlist.passOver(c.waiter());
            case Command.Serve c -> waitlist.serve();
            case Command.Decline c -> onOpen(c.reservation(), r -> decline(r));
        };
    }

    private Decision agree(Job job) {
        return pricing.agree(admission.reserve(job));
    }

    private Decision decline(Reservation reservation) {
        return reservation.isRunning()
                ? new Refused(new Refusal.AlreadyStarted(
                        reservation.id(), reservation.window().start()))
                : repair.after(pricing.decline(reservation));
    }

    private Decision cancel(ReservationId id) {
        if (!state.degraded.containsKey(id)) {
            return onOpen(id, pricing::cancel);
        }
        List<Event> events = new ArrayList<>(block.letGo(id));
        events.add(new Event.Closed(id, Event.Cause.CANCELLED));
        return new Accepted(List.copyOf(events));
    }

    List<Consequence> consequences(Command.Evacuate command) {
        Roster roster = state.rosters.get(command.pool());
        return roster == null ? List.of() : outage.consequences(roster, command.servers(), command.window());
    }

    /** Times near those asked for at which the job would be accepted, nearest first (netto, Algorithm 2). */
    List<Alternative> alternatives(Job job, int most) {
        return admission.alternatives(job, most);
    }

    private Decision onOpen(ReservationId id, Function<Reservation, Decision> decide) {
        Reservation reservation = state.open.get(id);
        if (reservation != null) {
            return decide.apply(reservation);
        }
        if (state.queue.contains(id)) {
            return new Refused(new Refusal.StillQueued(id));
        }
        Degraded lost = state.degraded.get(id);
        return new Refused(
                lost == null ? new Refusal.UnknownReservation(id) : new Refusal.LostServers(id, lost.since()));
    }

    private Decision onPool(PoolId id, Function<Roster, Decision> decide) {
        Roster roster = state.rosters.get(id);
        if (roster == null) {
            return new Refused(new Refusal.UnknownPool(id, Roster.names(state.rosters.values())));
        }
        PoolId into = roster.joinedTo();
        return into == null ? decide.apply(roster) : new Refused(new Refusal.PoolJoined(id, into));
    }

    private Decision hold(Job job, long until) {
        if (until <= state.now) {
            return new Refused(new Refusal.TimeBackwards(state.now, until));
        }
        Decision decision = admission.reserve(job);
        if (!(decision instanceof Accepted accepted)) {
            return decision;
        }
        return pricing.agree(new Accepted(accepted.events().stream()
                .map(event -> event instanceof Event.Reserved e ? held(e.reservation(), until) : event)
                .toList()));
    }

    /** A hold ends at the start at the latest, so that nothing starts that is not confirmed. */
    static Event.Held held(Reservation reservation, long until) {
        return new Event.Held(
                reservation.in(Reservation.State.HELD),
                Math.min(until, reservation.window().start()));
    }

    private Decision confirm(Reservation reservation) {
        return reservation.state() == Reservation.State.HELD
                ? new Accepted(List.of(new Event.Confirmed(reservation.id())))
                : new Refused(new Refusal.NotHeld(reservation.id()));
    }

    private static Decision give(Reservation reservation, Command.Give command) {
        if (reservation.state() == Reservation.State.HELD) {
            return new Refused(new Refusal.NotConfirmed(reservation.id()));
        }
        Job job = reservation.job();
        Money price = reservation.agreement().price();
        return new Accepted(
                List.of(new Event.Changed(reservation.withJob(job.of(command.user())
                        .under(job.terms().withProject(command.project().orElse(null)))))),
                new Quote(price, price, Money.ZERO));
    }

    private Decision giveBack(Reservation reservation, Event.Cause cause) {
        return reservation.isRunning()
                ? repair.after(closed(reservation, cause))
                : new Refused(new Refusal.NotStarted(
                        reservation.id(), reservation.window().start()));
    }

    private Decision reclaim(Reservation reservation) {
        return reservation.isRunning()
                ? repair.after(pricing.settle(reservation, Event.Cause.FINISHED_EARLY))
                : new Refused(new Refusal.NotStarted(
                        reservation.id(), reservation.window().start()));
    }

    private List<Event> closed(Reservation reservation, Event.Cause cause) {
        Event closed = new Event.Closed(reservation.id(), cause);
        List<Event> fees = cause == Event.Cause.NO_SHOW ? pricing.noShow(reservation) : List.of();
        return fees.isEmpty() ? List.of(closed) : List.of(fees.getFirst(), closed);
    }

    private Decision restore(Roster roster, ServerSet servers) {
        return repair.after(outage.restore(roster, servers));
    }

    private Decision addPool(Pool pool) {
        return state.rosters.containsKey(pool.id())
                ? new Refused(new Refusal.DuplicatePool(pool.id()))
                : repair.after(List.of(new Event.PoolAdded(pool)));
    }

    /** Nobody loses a licence that was promised. */
    private Decision setLicences(Command.SetLicences command) {
        Amounts licences = command.licences();
        for (int i = 0; i < state.licences.size(); i++) {
            String name = state.licences.name(i);
            long taken = state.calendar.promisedLicences(name, state.now);
            if (taken > licences.get(name)) {
                return new Refused(new Refusal.LicencesPromised(name, taken, licences.get(name)));
            }
        }
        return repair.after(List.of(new Event.LicencesSet(licences, command.held())));
    }

    /** Places are kept, so the other calendar must be able to book them as they are. */
    private Decision setPolicy(String policy, String admission) {
        Admissions.checked(admission);
        return Calendars.ofSite(policy).namesServers() == state.calendar.namesServers()
                ? new Accepted(List.of(new Event.PolicySet(policy, admission)))
                : new Refused(new Refusal.PolicyIncompatible(state.policy, policy));
    }

    private Decision addServers(Roster roster, int count, long from) {
        Pool pool = roster.pool();
        if (count < 1 || count > Pool.MOST_SERVERS - pool.servers()) {
            return new Refused(new Refusal.PoolFull(pool.id(), pool.servers(), count));
        }
        List<Event> events = new ArrayList<>();
        events.add(new Event.ServersAdded(pool.id(), count));
        if (from > state.now) {
            // A server that comes later is one that is out until then.
            Window until = new Window(state.now, from);
            for (int server = pool.servers(); server < pool.servers() + count; server++) {
                events.add(new Event.OutagePlanned(pool.id(), new Outage(server, until)));
            }
        }
        return repair.after(events);
    }

    private Decision advance(long to) {
        if (to < state.now) {
            return new Refused(new Refusal.TimeBackwards(state.now, to));
        }
        return advance.to(to);
    }
}
