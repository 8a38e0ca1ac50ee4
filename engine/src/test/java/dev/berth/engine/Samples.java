package dev.berth.engine;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.agreement.Carbon;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.agreement.TimeCurve;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Conditions;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Lateness;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Prefer;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.engine.opportunistic.Turn;
import dev.berth.engine.waitlist.Waiter;
import dev.berth.engine.waitlist.WaitlistTurn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** One of everything that the codec has to write. */
public final class Samples {
    static final PoolId POOL = new PoolId("gpu \"ö\" 𝄞");
    static final ReservationId ID = new ReservationId(Long.MAX_VALUE);
    static final OpportunistId OPPORTUNIST = new OpportunistId(7);
    static final Window WINDOW = new Window(1_700_000_000_000L, Window.FOREVER);
    static final ServerSet SERVERS = ServerSet.of(0, 3, 9_999_999);
    static final Money MONEY = Money.of("-9000000000000.000001");
    static final Tariff TARIFF = new Tariff(Money.of("1.5"), 3_600_000, 200_000, 100_000, 1, 5, 300_000, 1);

    private Samples() {}

    public static List<Shape> shapes() {
        return List.of(
                new Shape.Rigid(2, new Work(Work.MOST)),
                new Shape.Stay(1, 5),
                new Shape.Table(new TreeMap<>(Map.of(10, new Work(3), 9, new Work(4)))),
                new Shape.Divisible(1, 8, new Work(100), 250_000));
    }

    private static final Parts PARTS =
            Parts.of(Part.sharedDevices("gpu", 8, 81_920), Part.amount("cores", 96), Part.devices("gpu-1g.10gb", 7));
    private static final Slice SLICE = Slice.of(Map.of("gpu", 2L, "cores", 16L));
    private static final Slice SHARE = Slice.of(Map.of("memory", 4_096L), Share.ofMemory("gpu", 20_480));

    public static Job job(Shape shape) {
        Requirements requirements = new Requirements(POOL, Map.of("gpu", "h100", "a/b~c", "", "rack", "7"));
        Terms terms = new Terms(Money.of("12.50"), 40, 90L, "climate");
        return new Job(new JobId("job\n\t"), "", 0, Window.FOREVER - 1, shape, requirements, terms);
    }

    public static Reservation reservation(Shape shape, Reservation.State state) {
        Placement placement = new Placement(POOL, 3, WINDOW, SERVERS);
        return new Reservation(ID, job(shape), placement, state, new Agreement(5, Money.of("0.1"), MONEY));
    }

    /** A reservation of parts of two hosts, and of licences. */
    public static Reservation sliced(Slice slice) {
        Amounts licences = Amounts.of(Map.of("matlab", 2L));
        Window window = new Window(20, 70);
        Job job = Job.exactly("sliced", window, 2)
                .requiring(Requirements.slice(slice).withLicences(licences));
        Placement placement =
                new Placement(POOL, 2, window, ServerSet.of(1, 4), Taken.of(slice, Devices.of(6, 1L << 40), licences));
        return Reservation.waiting(ID, job, placement, 5);
    }

    public static Reservation plain() {
        Placement placement = new Placement(POOL, 3, WINDOW, ServerSet.EMPTY);
        return Reservation.waiting(new ReservationId(1), Job.of("plain", 1, 2, 3), placement, 0);
    }

    /** A tariff with fees for lateness, with hours and with carbon dioxide. */
    public static Tariff byTheHour() {
        TimeCurve hours =
                new TimeCurve(List.of(new TimeCurve.Step(0, 500_000), new TimeCurve.Step(7, 2_000_000)), 9, 1_000_000);
        TimeCurve grams = new TimeCurve(List.of(new TimeCurve.Step(3, 41)), 8, 41);
        return TARIFF.withLateness(LATENESS).withCurves(hours, new Carbon(700, grams));
    }

    private static final Lateness LATENESS =
            new Lateness(true, List.of(new Lateness.Step(86_400_000, 0), new Lateness.Step(0, 500_000)), 250_000);

    /** A reservation in preferred hours. */
    public static Reservation agreed(Prefer prefer) {
        Reservation plain = plain();
        return plain.withJob(plain.job().under(Terms.NONE.preferring(prefer)))
                .withAgreement(
                        plain.agreement().under(new Conditions(LATENESS, WINDOW.start(), 100_000, 750_000, 800)));
    }

    public static List<Event> events() {
        List<Event> events = new java.util.ArrayList<>(List.of(
                new Event.PoolAdded(new Pool(POOL, 3, Rate.of("0.000001"), Map.of("b", "2", "a", "1"))),
                new Event.PoolAdded(new Pool(POOL, 3, Rate.FULL, Map.of()).withParts(PARTS)),
                new Event.LicencesSet(Amounts.of(Map.of("matlab", 7L, "abaqus", 1L))),
                new Event.LicencesSet(Amounts.NONE),
                new Event.PolicySet("level", "replan"),
                new Event.LicencesSet(
                        Amounts.of(Map.of("matlab", 7L)),
                        new HeldLicences(List.of(new LicenceHold("matlab", 3, new Window(10, Window.FOREVER))))),
                new Event.Repacked(List.of(sliced(SLICE), sliced(SHARE))),
                new Event.Reserved(sliced(SHARE)),
                new Event.TariffSet(POOL, TARIFF.withWeights(Amounts.of(Map.of("gpu", 8L, "cores", 1L)))),
                new Event.OutagePlanned(
                        POOL, Outage.keptFor(ID, 4, WINDOW, Taken.of(SLICE, Devices.of(6), Amounts.NONE))),
                new Event.ServersAdded(POOL, 4),
                new Event.Held(plain(), 17),
                new Event.Confirmed(ID),
                new Event.Moved(List.of(plain(), reservation(shapes().getFirst(), Reservation.State.WAITING))),
                new Event.Moved(List.of()),
                new Event.StartsEarly(reservation(shapes().getFirst(), Reservation.State.WAITING), 77),
                new Event.TariffSet(POOL, TARIFF),
                new Event.Changed(plain()),
                new Event.Renamed(ID, SERVERS),
                new Event.Bound(ID, SERVERS),
                new Event.Shunned(POOL, SERVERS),
                new Event.Started(ID, ServerSet.EMPTY),
                new Event.OutagePlanned(POOL, new Outage(3, WINDOW)),
                new Event.OutageEnded(POOL, new Outage(3, new Window(0, 1))),
                new Event.OutagePlanned(POOL, Outage.failure(4, WINDOW, 9)),
                new Event.OutagePlanned(POOL, Outage.block(4, WINDOW, "job \"7\"")),
                new Event.TimeAdvanced(Window.FOREVER),
                new Event.Recovered(plain())));
        for (Shape shape : shapes()) {
            for (Reservation.State state : Reservation.State.values()) {
                events.add(new Event.Reserved(reservation(shape, state)));
            }
        }
        for (Event.Cause cause : Event.Cause.values()) {
            events.add(new Event.Closed(ID, cause));
        }
        refusals().forEach(refusal -> events.add(new Event.Degraded(plain(), refusal)));
        turns().forEach(turn -> events.add(new Event.Opportunistic(turn)));
        waitlistTurns().forEach(turn -> events.add(new Event.Waitlist(turn)));
        rounds().forEach(rounds -> events.add(new Event.RoundsSet(rounds)));
        shapes().forEach(shape -> events.add(new Event.Queued(new Queued(ID, job(shape), new Priority(7), 3, 2))));
        events.add(new Event.Deferred(List.of(ID, new ReservationId(2))));
        refusals().forEach(refusal -> events.add(new Event.TurnedAway(ID, refusal)));
        events.add(new Event.TariffSet(POOL, byTheHour()));
        for (Prefer prefer : Prefer.values()) {
            events.add(new Event.Reserved(agreed(prefer)));
        }
        return events;
    }

    public static List<Rounds> rounds() {
        return List.of(
                new Rounds(600_000, Rules.DEFAULT),
                new Rounds(1, new Rules(0, 1, Sorting.FIRST_COME, new Excess.Discard())),
                new Rounds(2, new Rules(9, 2, Sorting.LONGEST, new Excess.Defer(1))));
    }

    public static List<Turn> turns() {
        return List.of(
                new Turn.Queued(new Opportunist(
                        OPPORTUNIST, new JobId("o"), "alice", 2, new Work(9), Requirements.attribute("a", "b"))),
                new Turn.Queued(new Opportunist(
                        OPPORTUNIST,
                        new JobId("o"),
                        "alice",
                        2,
                        new Work(9),
                        new Requirements(POOL, Map.of()),
                        Optional.of(SERVERS))),
                new Turn.Began(OPPORTUNIST, POOL, Rate.FULL, SERVERS, 8),
                new Turn.Preempted(OPPORTUNIST, new Work(1), 9),
                new Turn.Ended(OPPORTUNIST, 10),
                new Turn.Cancelled(OPPORTUNIST));
    }

    public static List<WaitlistTurn> waitlistTurns() {
        Waiter waiter = new Waiter(new WaiterId(3), job(shapes().getFirst()), 9, 2, 1);
        return List.of(
                new WaitlistTurn.Joined(waiter),
                new WaitlistTurn.Served(waiter.id(), ID),
                new WaitlistTurn.Left(waiter.id(), WaitlistTurn.Why.EXPIRED),
                new WaitlistTurn.LookedTo(waiter.id()),
                new WaitlistTurn.CaughtUp());
    }

    public static List<Command> commands() {
        Job job = job(shapes().getLast());
        List<Command> commands = new java.util.ArrayList<>(List.of(
                new Command.AddPool(new Pool("slow", 2, "0.5")),
                new Command.AddServers(POOL, 1, 2),
                new Command.Reserve(job),
                new Command.Hold(job, 3),
                new Command.Confirm(ID),
                new Command.Change(ID, job),
                new Command.Give(ID, "bob", Optional.of("climate")),
                new Command.GiveWay(ID, job, 3),
                new Command.SetTariff(POOL, TARIFF),
                new Command.Cancel(ID),
                new Command.Replace(List.of(ID), List.of(job, job)),
                new Command.Finish(ID),
                new Command.NoShow(ID),
                new Command.StartBound(ID),
                new Command.Reclaim(ID),
                new Command.Drain(POOL, SERVERS, WINDOW, true),
                new Command.Evacuate(POOL, SERVERS, WINDOW),
                new Command.Fail(POOL, SERVERS, 9),
                new Command.Fail(POOL, SERVERS),
                new Command.Restore(POOL, SERVERS),
                new Command.Avoid(POOL, SERVERS, WINDOW, "not responding"),
                new Command.Block(POOL, SERVERS, WINDOW, "job 7"),
                new Command.Unblock(POOL, SERVERS, "job 7"),
                new Command.NameServers(POOL),
                new Command.Bind(POOL, 9),
                new Command.Settle(ID, List.of(SERVERS)),
                new Command.JoinPools(
                        new Pool("hosts", 1, "1").withParts(Parts.of(Part.devices("gpu", 2))), "gpu", List.of(POOL)),
                new Command.Shun(POOL, SERVERS),
                new Command.Advance(4),
                new Command.QueueOpportunist(new JobId("o"), "bob", 1, new Work(2), Requirements.NONE),
                new Command.CancelOpportunist(OPPORTUNIST),
                new Command.FinishOpportunist(OPPORTUNIST)));
        rounds().forEach(rounds -> commands.add(new Command.SetRounds(rounds)));
        commands.add(new Command.SetLicences(Amounts.of(Map.of("matlab", 3L))));
        commands.add(new Command.SetPolicy("level", "replan"));
        commands.add(new Command.Enqueue(job, Priority.LOWEST));
        commands.add(new Command.Await(job, 9, 2));
        commands.add(new Command.Leave(new WaiterId(3)));
        commands.add(new Command.Serve());
        commands.add(new Command.PassOver(new WaiterId(3)));
        commands.add(new Command.Decline(ID));
        adjustments().forEach(adjustment -> commands.add(new Command.Adjust(ID, adjustment)));
        for (OverrunPolicy policy : OverrunPolicy.values()) {
            commands.add(new Command.Overrun(ID, 5, policy));
        }
        return commands;
    }

    public static List<Adjustment> adjustments() {
        return List.of(
                new Adjustment.Fix(),
                new Adjustment.Relax(1, 2),
                new Adjustment.Concede(3, Money.of("1.25")),
                new Adjustment.Move(-3),
                new Adjustment.Extend(4, 2),
                new Adjustment.Shrink(5, 1),
                new Adjustment.Release(ServerSet.of(0, 2)),
                new Adjustment.ReleaseDevices("gpu", Devices.of(5, 6)));
    }

    public static List<Refusal> refusals() {
        JobId job = new JobId("j");
        Set<PoolId> known = Set.of(POOL, new PoolId("a"), new PoolId("b"));
        List<ReservationId> inTheWay = List.of(new ReservationId(2), ID);
        return List.of(
                new Refusal.DeadlineImpossible(job, 1, 2, POOL),
                new Refusal.NoCapacity(job, 1, 2, 3, List.of(POOL)),
                new Refusal.NoCapacity(
                        job, 1, 2, 3, List.of(POOL), new Refusal.Shortage(POOL, 4, "gpu", 8, 3, 2, Window.FOREVER)),
                new Refusal.NoCapacity(
                        job, 1, 2, 3, List.of(POOL), new Refusal.Shortage(null, 0, "matlab", 2, 1, 2, 9)),
                new Refusal.PartTooLarge(job, "gpu", 9, POOL, 8),
                new Refusal.TooManyLicences(job, "matlab", 2, 0),
                new Refusal.LicencesPromised("matlab", 2, 1),
                new Refusal.PolicyIncompatible("level", "ff-ha"),
                new Refusal.TooManyServers(job, 9, POOL, 3),
                new Refusal.TooCostly(50_000),
                new Refusal.SingleServerOnly(job, 2, "ff-ha"),
                new Refusal.OverBudget(job, MONEY, Money.ZERO, POOL),
                new Refusal.UnknownPool(POOL, known),
                new Refusal.DuplicatePool(POOL),
                new Refusal.PoolJoined(POOL, new PoolId("hosts")),
                new Refusal.CannotJoin(POOL, Refusal.Obstacle.LOST_SERVERS, ID),
                new Refusal.CannotJoin(POOL, Refusal.Obstacle.OTHER_SIZE),
                new Refusal.NoMatchingPool(job, Requirements.NONE, Set.of()),
                new Refusal.UnknownServer(POOL, 3, 2),
                new Refusal.PoolFull(POOL, 3, 4),
                new Refusal.UnknownReservation(ID),
                new Refusal.NotHeld(ID),
                new Refusal.NotConfirmed(ID),
                new Refusal.TermsOutOfRange(ID, "ready", "-1", "a rule"),
                new Refusal.NarrowerInterval(ID, 1, 2, 3, 4),
                new Refusal.AlreadyUsed(ID, 1, 2),
                new Refusal.AlreadyStarted(ID, 1),
                new Refusal.AlreadyBound(ID, 1, SERVERS),
                new Refusal.NotStarted(ID, 1),
                new Refusal.ReservationsInTheWay(POOL, SERVERS, WINDOW, inTheWay),
                new Refusal.OutOfService(POOL, 1, WINDOW),
                new Refusal.InService(POOL, 1),
                new Refusal.NotBlocked(POOL, 1, "job 7"),
                new Refusal.TimeBackwards(2, 1),
                new Refusal.LostServers(ID, 1),
                new Refusal.NotRunning(ID, 1),
                new Refusal.OverrunTooLong(ID, 1),
                new Refusal.NoRoomToExtend(ID, POOL, WINDOW, inTheWay),
                new Refusal.CannotPush(ID, POOL, WINDOW, List.of()),
                new Refusal.UnknownOpportunist(OPPORTUNIST),
                new Refusal.UnknownWaiter(new WaiterId(3)),
                new Refusal.NoRounds(job),
                new Refusal.StillQueued(ID),
                new Refusal.Discarded(job, "alice", 3));
    }
}
