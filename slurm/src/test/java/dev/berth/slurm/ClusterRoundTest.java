package dev.berth.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
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
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Rounds of pictures that are made by hand: no site, no cluster, no clock. */
class ClusterRoundTest {
    private static final long MINUTE = 60_000;
    private static final long NOW = 1_000 * MINUTE;
    private static final long LEAD = 10 * MINUTE;
    private static final PoolId POOL = new PoolId("batch");
    private static final ReservationName NAMES = new ReservationName("Lab");
    private static final ClusterRound.Terms TERMS = new ClusterRound.Terms(NAMES, UnixUsers.SAME, LEAD);
    private static final ReservationId ONE = new ReservationId(1);
    private static final ReservationId TWO = new ReservationId(2);

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
                mentioned);
    }

    private ClusterRound round() {
        for (String name : List.of("c1", "c2", "c3")) {
            nodes.putIfAbsent(
                    name,
                    new ClusterNode(name, List.of("batch"), Set.of(), 4, 4_000, "", ClusterNode.Condition.UP, ""));
        }
        Census census = Census.of(NOW, List.copyOf(nodes.values()), kept, jobs);
        return ClusterRound.of(book(), census, new ClusterRound.Noticed(beliefs, extensions, shortened), TERMS);
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
}
