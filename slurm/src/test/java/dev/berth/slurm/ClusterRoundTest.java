package dev.berth.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Past;
import dev.berth.wire.ReservationName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Rounds of pictures that are made by hand: no site, no cluster, no clock. */
class ClusterRoundTest {
    private static final long MINUTE = 60_000;
    private static final long NOW = 1_000 * MINUTE;
    private static final long LEAD = 10 * MINUTE;
    private static final PoolId POOL = new PoolId("batch");
    private static final ReservationName NAMES = new ReservationName("Lab");
    private static final ReservationId ONE = new ReservationId(1);
    private static final ReservationId TWO = new ReservationId(2);

    private Amounts licences = Amounts.NONE;
    private HeldLicences held = HeldLicences.NONE;
    private final Map<String, Long> leastFree = new HashMap<>();
    private final SortedMap<String, Long> clusterLicences = new TreeMap<>();
    private final List<Reservation> open = new ArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private final Map<ReservationId, BookNow.Mention> past = new HashMap<>();
    private final Map<String, ClusterNode> nodes = new HashMap<>();
    private final List<Kept> kept = new ArrayList<>();
    private final List<ClusterJob> jobs = new ArrayList<>();
    private final Map<String, NodeWatch.Belief> beliefs = new HashMap<>();
    private final List<Command> extensions = new ArrayList<>();
    private final Map<ReservationId, Long> shortened = new HashMap<>();

    private static Window minutes(long from, long to) {
        return new Window(NOW + from * MINUTE, NOW + to * MINUTE);
    }

    private Reservation booked(ReservationId id, Reservation.State state, Window window, int... servers) {
        Reservation reservation = new Reservation(
                id,
                TestSite.job("ana", window, Math.max(1, servers.length)),
                new Placement(POOL, Math.max(1, servers.length), window, ServerSet.of(servers)),
                state,
                Agreement.free(NOW));
        open.add(reservation);
        return reservation;
    }

    /** One that the book has ended, and how. */
    private void ended(ReservationId id, Event.Cause cause, boolean byItsOwner) {
        Reservation reservation = booked(id, Reservation.State.RUNNING, minutes(-5, 60), 0);
        open.remove(reservation);
        past.put(
                id,
                new BookNow.Mention(
                        Optional.empty(), Optional.of(new Past(reservation, cause, NOW - 1)), byItsOwner, false));
    }

    private Kept kept(ReservationId id, Window window, String... on) {
        Kept each = new Kept(NAMES.of(id), new TreeSet<>(Set.of(on)), window, Set.of("ana"), true);
        kept.add(each);
        return each;
    }

    private void job(String id, long end, Optional<ReservationId> in, String... on) {
        jobs.add(new ClusterJob(id, "ana", new TreeSet<>(Set.of(on)), end, in.map(NAMES::of)));
    }

    private BookNow book() {
        Map<ReservationId, BookNow.Mention> mentioned = new HashMap<>(past);
        open.forEach(each ->
                mentioned.put(each.id(), new BookNow.Mention(Optional.of(each), Optional.empty(), false, false)));
        return new BookNow(
                NOW,
                NOW,
                NodeServers.of(Map.of(POOL, Map.of(0, "c1", 1, "c2", 2, "c3"))),
                Map.of(POOL, new Pool(POOL, 3, Rate.of("1"), Map.of())),
                Map.of(POOL, List.copyOf(open)),
                Map.of(POOL, List.copyOf(outages)),
                List.of(),
                List.of(),
                Map.of(),
                mentioned,
                licences,
                held,
                leastFree);
    }

    private ClusterRound round() {
        for (String name : List.of("c1", "c2", "c3")) {
            nodes.putIfAbsent(
                    name,
                    new ClusterNode(name, List.of("batch"), Set.of(), 4, 4_000, "", ClusterNode.Condition.UP, ""));
        }
        Census census = Census.of(NOW, List.copyOf(nodes.values()), kept, jobs, PartsHeld.UNASKED, clusterLicences);
        ClusterRound.Terms terms = new ClusterRound.Terms(
                NAMES, UnixUsers.SAME, LEAD, List.copyOf(clusterLicences.keySet()), user -> true);
        return ClusterRound.of(book(), census, new ClusterRound.Noticed(beliefs, extensions, shortened), terms);
    }

    private static Wanted wanted(ReservationId id, Window window, String... on) {
        return new Wanted(NAMES.of(id), id, new TreeSet<>(Set.of(on)), window, "ana");
    }

    @Test
    void nothing_comesOfTwoEmptyPictures() {
        ClusterRound round = round();

        assertThat(round.isSilent()).isTrue();
        assertThat(round.difference().actions()).isEmpty();
    }

    @Test
    void samePictures_giveTheSameRound_andNothingIfTheyAgree() {
        booked(ONE, Reservation.State.BOUND, minutes(5, 60), 0);
        kept(ONE, minutes(5, 60), "c1");

        assertThat(round()).isEqualTo(round());
        assertThat(round().isSilent()).isTrue();
        assertThat(round().difference().actions()).isEmpty();
    }

    @Test
    void whatHasNodes_isMade_andWhatHasNone_isBoundFirst() {
        booked(ONE, Reservation.State.BOUND, minutes(5, 60), 0);
        booked(TWO, Reservation.State.WAITING, minutes(5, 60));

        ClusterRound round = round();

        assertThat(round.binds()).containsExactly(new Command.Bind(POOL, NOW + LEAD));
        assertThat(round.difference().actions())
                .containsExactly(new Action.Create(wanted(ONE, minutes(5, 60), "c1"), false));
        assertThat(round.desired().notDue()).extracting(Mirrored::reservation).containsExactly(TWO);
    }

    @Test
    void whatStartsAfterTheLead_isNotBound() {
        booked(ONE, Reservation.State.WAITING, minutes(11, 60));

        assertThat(round().binds()).isEmpty();
    }

    @Test
    void nodeThatIsDown_isBlockedAtOnce_butNotUnderAJob() {
        beliefs.put("c2", NodeWatch.Belief.DOWN);
        assertThat(round().blocks())
                .containsExactly(
                        new Command.Block(POOL, ServerSet.of(1), new Window(NOW, Window.FOREVER), "Slurm: down"));

        booked(ONE, Reservation.State.RUNNING, minutes(-5, 60), 1);
        kept(ONE, minutes(-5, 60), "c2");
        job("7", NOW + 30 * MINUTE, Optional.of(ONE), "c2");
        assertThat(round().blocks())
                .containsExactly(new Command.Block(
                        POOL, ServerSet.of(1), new Window(NOW + 60 * MINUTE, Window.FOREVER), "Slurm: down"));
    }

    @Test
    void nodesInDoubt_areAvoidedTogether() {
        beliefs.put("c1", NodeWatch.Belief.SILENT);
        beliefs.put("c3", NodeWatch.Belief.SILENT);

        assertThat(round().blocks()).singleElement().isInstanceOfSatisfying(Command.Avoid.class, avoid -> {
            assertThat(avoid.servers()).isEqualTo(ServerSet.of(0, 2));
            assertThat(avoid.window().start()).isEqualTo(NOW);
        });
    }

    @Test
    void nodeThatIsBack_isUnblocked_andOneThatIsStillDown_isNotToldAgain() {
        outages.add(Outage.block(0, new Window(NOW - MINUTE, Window.FOREVER), "Slurm: down"));
        outages.add(Outage.block(1, new Window(NOW - MINUTE, Window.FOREVER), "Slurm: down"));
        beliefs.put("c2", NodeWatch.Belief.DOWN);

        assertThat(round().blocks()).containsExactly(new Command.Unblock(POOL, ServerSet.of(0), "Slurm: down"));
    }

    @Test
    void whatTheBookEnded_goes_andItsJobsOnlyByTheWillOfItsOwner() {
        ended(ONE, Event.Cause.NO_SHOW, false);
        kept(ONE, minutes(-5, 60), "c1");
        assertThat(round().difference().actions()).containsExactly(new Action.Delete(NAMES.of(ONE)));

        job("7", NOW + 30 * MINUTE, Optional.of(ONE), "c1");
        assertThat(round().difference().actions()).isEmpty();
        assertThat(round().difference().staying()).containsOnlyKeys(NAMES.of(ONE));
        assertThat(round().blocks())
                .as("the book is told of the job")
                .singleElement()
                .isInstanceOfSatisfying(
                        Command.Block.class, block -> assertThat(block.cause()).isEqualTo("Slurm: job 7"));

        ended(ONE, Event.Cause.CANCELLED, true);
        assertThat(round().difference().actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.End.class, end -> assertThat(end.name()).isEqualTo(NAMES.of(ONE)));
        assertThat(round().blocks()).as("it ends by itself").isEmpty();
    }

    @Test
    void shorterEnd_isTakenOver_onlyIfAPersonSaidSo() {
        booked(ONE, Reservation.State.RUNNING, minutes(-5, 20), 0);
        Kept before = kept(ONE, minutes(-5, 60), "c1");
        job("7", NOW + 50 * MINUTE, Optional.of(ONE), "c1");
        assertThat(round().difference().actions()).isEmpty();

        shortened.put(ONE, NOW + 20 * MINUTE);
        assertThat(round().difference().actions())
                .containsExactly(new Action.Update(before, wanted(ONE, minutes(-5, 20), "c1"), false));
    }

    @Test
    void whatOthersReserved_isBlocked_andNeverTouched() {
        kept.add(new Kept("maintenance", new TreeSet<>(Set.of("c3")), minutes(5, 90), Set.of("root"), false));

        ClusterRound round = round();

        assertThat(round.blocks())
                .containsExactly(
                        new Command.Block(POOL, ServerSet.of(2), minutes(5, 90), "Slurm: reservation maintenance"));
        assertThat(round.difference().actions()).isEmpty();
    }

    @Test
    void extensions_arePassedOn() {
        extensions.add(new Command.Overrun(ONE, MINUTE, OverrunPolicy.EXTEND_IF_FREE));

        assertThat(round().extensions()).isEqualTo(extensions);
        assertThat(round().isSilent()).isFalse();
    }

    // Licences.

    private static SortedMap<String, Long> matlab(long number) {
        return new TreeMap<>(Map.of("matlab", number));
    }

    private void licensedJob(String id, long end, Optional<String> in, long number) {
        jobs.add(new ClusterJob(id, "eve", new TreeSet<>(Set.of("c3")), end, in, matlab(number)));
    }

    private void licensedReservation(String name, Window window, long number) {
        kept.add(new Kept(
                name, new TreeSet<>(Set.of("c2")), window, Set.of("ana"), true, new TreeMap<>(), matlab(number)));
    }

    private Command.SetLicences told() {
        List<Command> commands = round().licences();
        assertThat(commands).hasSize(1);
        Command.SetLicences told = (Command.SetLicences) commands.getFirst();
        licences = told.licences();
        held = told.held();
        assertThat(round().licences()).as("what is known is not told again").isEmpty();
        return told;
    }

    @Test
    void licences_areTold_withThoseThatOthersHaveInTheCluster() {
        clusterLicences.putAll(matlab(20));
        licences = Amounts.of(Map.of("comsol", 2L));
        licensedReservation("course", minutes(30, 90), 5);
        licensedJob("17", NOW + 3 * MINUTE, Optional.empty(), 4);
        licensedJob("18", NOW + 3 * MINUTE, Optional.empty(), 2);
        licensedJob("19", Window.FOREVER, Optional.empty(), 1);
        Command.SetLicences told = told();
        assertThat(told.licences().toMap()).containsOnly(Map.entry("comsol", 2L), Map.entry("matlab", 20L));
        assertThat(told.held().holds())
                .containsExactly(
                        new LicenceHold("matlab", 6, minutes(0, 3)),
                        new LicenceHold("matlab", 1, new Window(NOW, Math.ceilDiv(NOW + LEAD, LEAD / 4) * (LEAD / 4))),
                        new LicenceHold("matlab", 5, minutes(30, 90)));
        jobs.clear();
        kept.clear();
        assertThat(told().held()).isEqualTo(HeldLicences.NONE);
    }

    @Test
    void licencesOfAJobInItsReservation_areCountedOnce_andWhatItHasBesidesIsHeld() {
        clusterLicences.putAll(matlab(20));
        licences = Amounts.of(matlab(20));
        Reservation mine = booked(ONE, Reservation.State.RUNNING, minutes(-5, 60), 1);
        open.set(0, mine.withPlacement(mine.placement().withTaken(Taken.WHOLE.withLicences(Amounts.of(matlab(3))))));
        licensedReservation(NAMES.of(ONE), minutes(-5, 60), 3);
        licensedJob("17", NOW + 9 * MINUTE, Optional.of(NAMES.of(ONE)), 3);
        assertThat(round().licences()).isEmpty();
        licensedJob("18", NOW + 4 * MINUTE, Optional.of(NAMES.of(ONE)), 2);
        assertThat(told().held().holds()).containsExactly(new LicenceHold("matlab", 2, minutes(0, 9)));
    }

    @Test
    void aReservationThatTheBookNoLongerHas_holdsItsLicencesWhileAJobRunsInIt() {
        clusterLicences.putAll(matlab(20));
        licences = Amounts.of(matlab(20));
        ended(ONE, Event.Cause.NO_SHOW, false);
        licensedReservation(NAMES.of(ONE), minutes(-5, 60), 3);
        assertThat(round().licences()).isEmpty();
        licensedJob("17", NOW + 9 * MINUTE, Optional.of(NAMES.of(ONE)), 3);
        assertThat(told().held().holds()).containsExactly(new LicenceHold("matlab", 3, minutes(-5, 60)));
    }

    @Test
    void aLicenceThatTheClusterDoesNotName_keepsItsNumber() {
        clusterLicences.putAll(matlab(20));
        licences = Amounts.of(matlab(20));
        Census nothing = Census.of(NOW, List.copyOf(nodes.values()), kept, jobs);
        ClusterRound.Terms terms = new ClusterRound.Terms(NAMES, UnixUsers.SAME, LEAD, List.of("matlab"), user -> true);
        assertThat(LicenceUse.changes(book(), nothing, terms)).isEmpty();
    }

    @Test
    void fewerLicencesInTheClusterThanPromised_areKeptInTheBookAndHeldForNobody() {
        clusterLicences.putAll(matlab(5));
        licences = Amounts.of(matlab(20));
        Command.SetLicences asked = (Command.SetLicences) round().licences().getFirst();
        assertThat(asked.licences().get("matlab")).isEqualTo(5);
        Command.SetLicences instead = LicenceUse.withMissing(asked, licences, held, NOW);
        assertThat(instead.licences()).isEqualTo(licences);
        assertThat(instead.held().holds())
                .containsExactly(new LicenceHold("matlab", 15, new Window(NOW, Window.FOREVER)));
        held = instead.held();
        leastFree.put("matlab", -1L);
        assertThat(round().licences()).isEmpty();
        leastFree.put("matlab", 0L);
        assertThat(round().licences()).as("nothing is in the way any more").containsExactly(asked);
    }

    @Test
    void veryManyHolders_areAddedUp() {
        clusterLicences.putAll(matlab(20));
        for (int i = 0; i < HeldLicences.MOST; i++) {
            licensedReservation("course" + i, minutes(i, i + 90), 1);
        }
        assertThat(told().held().holds())
                .containsExactly(new LicenceHold("matlab", HeldLicences.MOST, minutes(0, HeldLicences.MOST - 1 + 90)));
    }

    @Test
    void licencesOfABooking_areThoseOfItsReservationInTheCluster_asFarAsTheClusterHasThem() {
        clusterLicences.putAll(matlab(20));
        licences = Amounts.of(Map.of("matlab", 20L, "comsol", 2L));
        Reservation mine = booked(ONE, Reservation.State.BOUND, minutes(5, 60), 1);
        open.set(
                0,
                mine.withPlacement(mine.placement()
                        .withTaken(Taken.WHOLE.withLicences(Amounts.of(Map.of("matlab", 3L, "comsol", 1L))))));
        ClusterRound round = round();
        assertThat(round.desired().wanted().get(NAMES.of(ONE)).licences()).isEqualTo(matlab(3));
        licensedReservation(NAMES.of(ONE), minutes(5, 60), 2);
        assertThat(round().difference().actions())
                .singleElement()
                .isInstanceOfSatisfying(
                        Action.Update.class,
                        update -> assertThat(update.to().licences()).isEqualTo(matlab(3)));
    }
}
