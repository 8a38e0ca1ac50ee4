package dev.berth.api.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.Contract;
import dev.berth.api.TestService;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Queued;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.model.Agreement;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Opportunist;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.engine.opportunistic.Turn;
import dev.berth.engine.waitlist.WaitlistTurn;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.workflow.PlanNews;
import dev.berth.site.Committed;
import dev.berth.site.Visibility;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every kind of event, and what those it is none of the business of hear of it. */
class WhoHearsWhatTest {
    private static final Account OWNER = Account.of("ana", Role.USER);
    private static final Account OPERATOR = Account.of("olga", Role.OPERATOR);
    /** A viewer sees nothing in full, not even under the name of the owner. */
    private static final List<Account> OTHERS =
            List.of(Account.of("ben", Role.USER), Account.of("vera", Role.VIEWER), Account.of("ana", Role.VIEWER));

    private static final PoolId POOL = new PoolId("fast");
    /** Found nowhere but in what is private. */
    private static final List<String> PRIVATE = List.of("hers", "\"ana\"", "77.7", "66.6", "1970-01-01T00:00:33");

    private static final Job JOB = new Job(
            new JobId("hers"),
            "ana",
            33_333,
            50_000_000,
            new Shape.Stay(1, 1_000_000),
            Requirements.NONE,
            Terms.budget(Money.of("77.7")));
    private static final ReservationId ID = new ReservationId(1);
    private static final Reservation RESERVATION = new Reservation(
            ID,
            JOB,
            new Placement(POOL, 1, new Window(1_000_000, 2_000_000), ServerSet.of(0)),
            Reservation.State.WAITING,
            new Agreement(33_333, Money.of("66.6"), Money.ZERO));
    private static final Queued REQUEST = new Queued(ID, JOB, new Priority(5), 33_333, 0);
    private static final Refusal REASON =
            new Refusal.NoCapacity(new JobId("hers"), 1, 33_333, 50_000_000, List.of(POOL));

    private static final Opportunist WAITING =
            new Opportunist(new OpportunistId(1), new JobId("hers"), "ana", 1, new Work(33_333), Requirements.NONE);

    private static final String BUSY = "id,kind,reservation,time";
    private static final String AN_ID = "id,kind,time";
    private static final String A_POOL = "kind,pool,time";
    private static final String NOTHING = "";

    /** Event, whether ana's r1 is a waiting request at that time, and the fields that others are sent. */
    private record Row(Event event, boolean waits, String toOthers) {
        Row(Event event, String toOthers) {
            this(event, false, toOthers);
        }
    }

    private static final List<Row> TABLE = List.of(
            new Row(new Event.PoolAdded(new Pool("fast", 2, "1")), A_POOL),
            new Row(new Event.ServersAdded(POOL, 1), A_POOL),
            new Row(new Event.TariffSet(POOL, Tariff.flat(Money.of("1"), 3_600_000)), A_POOL),
            new Row(new Event.OutagePlanned(POOL, new Outage(0, new Window(1, 2))), A_POOL),
            new Row(new Event.OutageEnded(POOL, new Outage(0, new Window(1, 2))), A_POOL),
            new Row(new Event.Reserved(RESERVATION), BUSY),
            new Row(new Event.Reserved(RESERVATION), true, BUSY),
            new Row(new Event.Held(RESERVATION.in(Reservation.State.HELD), 40_000), BUSY),
            new Row(new Event.Moved(List.of(RESERVATION)), BUSY),
            new Row(new Event.StartsEarly(RESERVATION, 3_000_000), "id,kind,promised,reservation,time"),
            new Row(new Event.Changed(RESERVATION), BUSY),
            new Row(new Event.Degraded(RESERVATION, REASON), BUSY),
            new Row(new Event.Recovered(RESERVATION), BUSY),
            new Row(new Event.Confirmed(ID), AN_ID),
            new Row(new Event.Renamed(ID, ServerSet.of(1)), AN_ID),
            new Row(new Event.Bound(ID, ServerSet.of(1)), "id,kind,serverNumbers,time"),
            new Row(new Event.Started(ID, ServerSet.of(1)), "id,kind,serverNumbers,time"),
            new Row(new Event.Closed(ID, Event.Cause.CANCELLED), "cause,id,kind,time"),
            new Row(new Event.Closed(ID, Event.Cause.CANCELLED), true, NOTHING),
            new Row(new Event.Queued(REQUEST), NOTHING),
            new Row(new Event.Deferred(List.of(ID)), true, NOTHING),
            new Row(new Event.Deferred(List.of(ID)), NOTHING),
            new Row(new Event.TurnedAway(ID, REASON), true, NOTHING),
            new Row(new Event.TurnedAway(ID, REASON), NOTHING),
            new Row(new Event.RoundsSet(new Rounds(600_000, Rules.DEFAULT)), NOTHING),
            new Row(new Event.LicencesSet(Amounts.of(Map.of("matlab", 1L))), NOTHING),
            new Row(new Event.PolicySet("level", "replan"), NOTHING),
            new Row(new Event.Repacked(List.of(RESERVATION)), NOTHING),
            new Row(new Event.Shunned(POOL, ServerSet.of(1)), NOTHING),
            new Row(new Event.TimeAdvanced(5), NOTHING),
            new Row(new Event.Waitlist(new WaitlistTurn.CaughtUp()), NOTHING),
            new Row(new Event.Opportunistic(new Turn.Queued(WAITING)), NOTHING),
            new Row(
                    new Event.Opportunistic(new Turn.Began(WAITING.id(), POOL, Rate.FULL, ServerSet.of(1), 5)),
                    "kind,opportunist,pool,serverNumbers,time"),
            new Row(new Event.Opportunistic(new Turn.Preempted(WAITING.id(), new Work(1), 6)), "kind,opportunist,time"),
            new Row(new Event.Opportunistic(new Turn.Ended(WAITING.id(), 6)), "kind,opportunist,time"),
            new Row(new Event.Opportunistic(new Turn.Cancelled(WAITING.id())), "kind,opportunist,time"));

    /** ToldEvent to its owner and to operators, in the form that the API shows them. */
    private static final Set<String> TO_ITS_OWNER =
            Set.of("queued", "deferred", "turned-away", "closed", "opportunist-queued");

    @Test
    void everyKindIsInTheTable() {
        assertThat(TABLE.stream().map(row -> row.event().getClass().getSimpleName()))
                .containsAll(Arrays.stream(Event.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
    }

    @Test
    void othersHearNothingButWhatTheyMaySee() {
        Contract contract = new Contract();
        for (Row row : TABLE) {
            for (Account other : OTHERS) {
                List<JsonNode> heard = heard(row, other);
                String what = row + " as heard by " + other;
                assertThat(heard.stream().map(WhoHearsWhatTest::fields))
                        .as(what)
                        .isEqualTo(row.toOthers().isEmpty() ? List.of() : List.of(row.toOthers()));
                for (JsonNode event : heard) {
                    contract.event(event.toString());
                    PRIVATE.forEach(
                            secret -> assertThat(event.toString()).as(what).doesNotContain(secret));
                    if (event.has("reservation")) {
                        assertThat(fields(event.get("reservation"))).isEqualTo("end,id,pool,servers,start,state");
                    }
                }
            }
        }
    }

    @Test
    void theOwnerAndOperatorsHearAllOfIt() {
        for (Row row : TABLE) {
            if (row.event() instanceof Event.TurnedAway || row.event() instanceof Event.Deferred) {
                assertThat(heard(row, OPERATOR)).as(row.toString()).hasSize(1);
                assertThat(heard(row, OWNER))
                        .as("known to be hers only if it waited: %s", row)
                        .hasSize(row.waits() ? 1 : 0);
                continue;
            }
            List<JsonNode> heard = heard(row, OWNER);
            assertThat(heard).as(row.toString()).isEqualTo(heard(row, OPERATOR));
            boolean isPrivate = heard.stream()
                    .anyMatch(event -> TO_ITS_OWNER.contains(event.get("kind").asText()));
            assertThat(heard)
                    .as(row.toString())
                    .hasSize(isPrivate || !row.toOthers().isEmpty() ? 1 : 0);
            if (row.toOthers().equals(BUSY)) {
                assertThat(heard.getFirst().toString()).contains("hers").contains("77.7");
            }
        }
    }

    @Test
    void plansAreTheirOwners() {
        for (PlanNews.What what : PlanNews.What.values()) {
            PlanNews.Line line = new PlanNews.Line(3, "ana", "hers", what);
            Committed committed =
                    new Committed(1, 0, "ana", List.of(), List.of(new Committed.Fact(PlanNews.KIND, line)));
            OTHERS.forEach(other -> assertThat(heard(Map.of(), committed, other))
                    .as(what.name())
                    .isEmpty());
            assertThat(heard(Map.of(), committed, OWNER)).hasSize(1);
            assertThat(heard(Map.of(), committed, OPERATOR)).hasSize(1);
        }
    }

    private static List<JsonNode> heard(Row row, Account account) {
        Applicants applicants = new Applicants(row.waits() ? List.of(REQUEST) : List.of());
        List<Event> events = List.of(row.event());
        return heard(applicants.follow(events), new Committed(1, 0, "ana", events, List.of()), account);
    }

    private static List<JsonNode> heard(Map<ReservationId, String> applicants, Committed committed, Account account) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<JsonNode> heard = new ArrayList<>();
        try {
            new FeedItem(committed, applicants, Visibility.BUSY).tell(account, out);
            for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
                if (line.startsWith("data: ")) {
                    heard.add(TestService.JSON.readTree(line.substring(6)));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return heard;
    }

    /** A host on which somebody waits may change at any time; not even its owner is told of it before. */
    @Test
    void whoWaitsOnAHost_isToldWithoutServers() throws IOException {
        for (Set<PoolId> hosts : List.of(Set.<PoolId>of(), Set.of(POOL))) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            List<Event> events = List.of(
                    new Event.Reserved(RESERVATION), new Event.Reserved(RESERVATION.in(Reservation.State.RUNNING)));
            new FeedItem(new Committed(1, 0, "ana", events, List.of()), Map.of(), Visibility.BUSY, hosts)
                    .tell(OWNER, out);
            List<Boolean> told = out.toString(StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("data: "))
                    .map(line -> line.contains("serverNumbers"))
                    .toList();
            assertThat(told).isEqualTo(List.of(hosts.isEmpty(), true));
        }
    }

    private static String fields(JsonNode node) {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return String.join(",", names);
    }

    @Test
    void applicantsAreFollowedFromTheQueueToTheDecision() {
        Applicants applicants = new Applicants(List.of());
        assertThat(applicants.follow(List.of(new Event.Queued(REQUEST)))).isEmpty();
        assertThat(applicants.follow(List.of(new Event.Deferred(List.of(ID))))).isEqualTo(Map.of(ID, "ana"));
        assertThat(applicants.follow(List.of(new Event.Reserved(RESERVATION)))).isEmpty();
        assertThat(applicants.follow(List.of(new Event.Closed(ID, Event.Cause.ENDED))))
                .as("a reservation by now, for all to see")
                .isEmpty();
    }
}
