package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.broker.book.Deals;
import dev.berth.broker.deal.Aftermath;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.broker.deal.Mending;
import dev.berth.broker.deal.Movable;
import dev.berth.broker.deal.Move;
import dev.berth.broker.deal.News;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.deal.Replacement;
import dev.berth.broker.remote.RemoteStanding;
import dev.berth.broker.remote.Reserved;
import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Window;
import dev.berth.engine.model.Work;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.ask.Ask;
import dev.berth.service.ask.AskFact;
import dev.berth.service.ask.Asks;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.service.notice.Delivery;
import dev.berth.service.notice.Notice;
import dev.berth.service.notice.NoticeKind;
import dev.berth.service.notice.Outbox;
import dev.berth.service.notice.OutboxFact;
import dev.berth.service.notice.Preference;
import dev.berth.service.notice.Preferences;
import dev.berth.service.notice.Webhook;
import dev.berth.service.notice.Webhooks;
import dev.berth.service.opportunistic.OpportunistOrders;
import dev.berth.service.provision.TaskPlace;
import dev.berth.service.report.MeasuredUses;
import dev.berth.service.report.UseFact;
import dev.berth.service.signin.Identities;
import dev.berth.service.signin.Identity;
import dev.berth.service.workflow.PlanNews;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A life of a site in which everything happens that a journal can hold. It wrote the golden journals, and writes the next
 * one when there is something new to hold; nothing reads them by what it does today.
 */
public final class GoldenScenario {
    private static final String WORKFLOW = WorkflowsTest.DIAMOND;

    private static final PoolId LAB = new PoolId("lab");
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long BEGIN = Instant.parse(TestService.START).toEpochMilli();

    private final TestService service;

    private GoldenScenario(TestService service) {
        this.service = service;
    }

    /** Leaves a backup whose snapshot is in the middle of its entries. */
    public static void play(Path data, Path backup) {
        Rules rules = new Rules(1, 1, Sorting.SHORTEST, new Excess.Defer(1));
        SiteSettings settings = TestService.usual()
                .with(draft -> draft.intake = Optional.of(
                        new IntakeSettings(new Rounds(10 * MINUTE, rules), PriorityRule.assigned(new Priority(4)))));
        try (TestService service = new TestService(data, new Contract(), settings)) {
            GoldenScenario scenario = new GoldenScenario(service);
            scenario.people();
            scenario.projects();
            scenario.holds();
            scenario.deals();
            scenario.agreements();
            scenario.opportunists();
            service.restart();
            scenario.rounds();
            scenario.failures();
            scenario.workflows();
            scenario.earlyStarts();
            scenario.runs();
            scenario.opportunistsOfUsers();
            scenario.settledServers();
            scenario.signIns();
            scenario.notices();
            scenario.asks();
            scenario.waiting();
            scenario.partsOfHosts();
            scenario.severalPeople();
            scenario.adoption();
            scenario.heldLicences();
            scenario.measuredUse();
            scenario.otherPolicies();
            scenario.clock();
            SqliteJournal.backup(data, backup);
        }
    }

    private Decision submit(Command command) {
        Decision decision = service.server
                .site()
                .write("olga", transaction -> transaction.submit(command))
                .join();
        assertThat(decision).as(command.toString()).isInstanceOf(Decision.Accepted.class);
        return decision;
    }

    private ReservationId reserve(Job job) {
        return ((Decision.Accepted) submit(new Command.Reserve(job)))
                .reservation()
                .id();
    }

    private void pass(long time) {
        service.clock.move(Duration.ofMillis(time));
        // Any write lets time pass.
        service.send("olga", "POST", "/pools/none/fail", "{\"servers\":[0]}").is(404);
    }

    private static Job job(String name, long ready, long deadline, Shape shape) {
        return new Job(
                new JobId(name),
                "ana",
                BEGIN + ready,
                BEGIN + deadline,
                shape,
                new Requirements(LAB, Map.of("gpu", "h100")),
                new Terms(Money.of("1000"), 40, null));
    }

    private void people() {
        service.send("admin", "PUT", "/accounts/ben", """
            {"role":"user","quota":{"serverHours":"40","window":"P7D"},"priority":7,"standing":{"paying":300,"rank":500}}\
            """).is(200);
        service.send("admin", "PUT", "/accounts/vera", "{\"role\":\"viewer\",\"lead\":{\"most\":\"P30D\"}}")
                .is(200);
        service.send("admin", "POST", "/accounts", "{\"name\":\"watcher\",\"role\":\"guard\"}")
                .is(201);
        service.send("admin", "POST", "/tokens", "{\"account\":\"ben\",\"note\":\"laptop\",\"lifetime\":\"PT1H\"}")
                .is(201);
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + TestService.job("counted") + "}",
                        "Idempotency-Key",
                        "golden")
                .is(201);
        service.send("ben", "DELETE", "/reservations/r1", "", "Idempotency-Key", "golden-too")
                .is(200);
        service.send(
                        "ben",
                        "POST",
                        "/reservations",
                        "{" + TestService.exactly("course", "2026-11-17T09:00:00Z", "2026-11-17T10:00:00Z", 1)
                                + ",\"recurrence\":{\"rule\":\"FREQ=DAILY;COUNT=3\",\"zone\":\"Europe/Zurich\"}}")
                .is(201);
        service.send("ben", "DELETE", "/series/s1", "").is(200);
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + TestService.exactly("seminar", "2026-11-18T09:00:00Z", "2026-11-18T10:00:00Z", 2)
                                + ",\"recurrence\":{\"rule\":\"FREQ=WEEKLY;COUNT=2\",\"zone\":\"UTC\",\"mode\":\"best-possible\"}}")
                .is(201);
    }

    private void projects() {
        service.send("admin", "POST", "/projects", """
            {"name":"climate","title":"Climate models","members":["ana","ben"],
            "quota":{"serverHours":"90","window":"P7D"},"poolQuotas":{"fast":{"serverHours":"80","window":"P7D"}},
            "budget":{"amount":"100","period":"month"}}\
            """).is(201);
        service.send("olga", "PUT", "/pools/fast/tariff", "{\"base\":\"1\"}").is(200);
        service.send("admin", "PATCH", "/accounts/ana", """
            {"poolQuotas":{"fast":{"serverHours":"70","window":"P7D"}}}\
            """).is(200);
        service.send(
                        "ana",
                        "POST",
                        "/reservations",
                        "{" + TestService.exactly("theirs", "2026-11-19T09:00:00Z", "2026-11-19T10:00:00Z", 1)
                                + ",\"project\":\"climate\"}")
                .is(201);
        service.send("admin", "PATCH", "/projects/climate", "{\"active\":false,\"budget\":{\"period\":\"total\"}}")
                .is(200);
    }

    private void holds() {
        String jobs = "{\"hold\":\"PT10M\",\"jobs\":[{"
                + TestService.exactly("held", "2026-11-20T09:00:00Z", "2026-11-20T10:00:00Z", 1) + "},{"
                + TestService.exactly("beside", "2026-11-21T09:00:00Z", "2026-11-21T10:00:00Z", 2) + "}]}";
        String kept = "/holds/7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b11";
        String late = "/holds/7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b12";
        service.send("ana", "PUT", kept, jobs).is(201);
        service.send("ana", "POST", kept + "/confirm", "").is(200);
        service.send("ana", "DELETE", late, "").is(200);
    }

    /** Records deals in every state as a broker does; the addresses of the sites do not matter here. */
    private void deals() {
        DealPart asked =
                DealPart.planned("north", "7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b13", "{\"hold\":\"PT15M\",\"jobs\":[]}");
        DealPart kept = new DealPart(
                "south",
                "7d9f3a60-5e0c-4c1b-9a53-0b6f6d0c2b14",
                "{}",
                true,
                List.of(new Reserved("r7", "fast", 2, BEGIN + HOUR, BEGIN + 2 * HOUR, Money.of("4"))),
                Optional.of(Money.of("2")),
                Optional.of(List.of(new TaskPlace("mProject", "fast", BEGIN + HOUR, BEGIN + 2 * HOUR, 2))));
        long id = 0;
        for (Deal.State state : Deal.State.values()) {
            id++;
            Deal deal = new Deal(
                    id,
                    "ana",
                    "fleet",
                    Optional.of(Money.of("50")),
                    List.of(new DealPlan(List.of(asked))),
                    state,
                    BEGIN,
                    BEGIN + MINUTE,
                    BEGIN + HOUR,
                    List.of(kept),
                    state == Deal.State.BOOKED ? List.of() : List.of(asked),
                    List.of(new Reason("north", "no-capacity", "All servers are taken")),
                    Optional.of(aftermath(state)));
            service.server
                    .site()
                    .write("ana", transaction -> {
                        transaction.record(Deals.KIND, deal);
                        PlanNews.tell(
                                transaction,
                                new PlanNews.Line(deal.number(), "ana", "fleet", PlanNews.What.DEAL_CHANGED));
                        return deal;
                    })
                    .join();
        }
    }

    /** All that sites tell, in all states that reservations have there. */
    private static Aftermath aftermath(Deal.State state) {
        List<News> news = new ArrayList<>();
        for (RemoteStanding standing : RemoteStanding.values()) {
            Reserved now =
                    new Reserved("r7", "fast", 2, BEGIN + 2 * HOUR, BEGIN + 3 * HOUR, Money.of("4")).standing(standing);
            for (News.What what : News.What.values()) {
                news.add(new News(BEGIN + HOUR, "south", what, Optional.of(now), now, "Its servers failed"));
            }
        }
        Movable movable = new Movable(
                BEGIN,
                BEGIN + 9 * HOUR,
                Optional.of(HOUR),
                List.of(new Movable.Member("{\"name\":\"fleet\"}", Optional.of("fast"), new Shape.Stay(2, HOUR))));
        return state == Deal.State.BROKEN
                ? new Aftermath(
                        news,
                        List.of(new Reason("south", "no-answer", "It does not answer")),
                        Optional.of(new Replacement(
                                List.of("north"), true, false, true, List.of("g r7"), Optional.of(movable))),
                        Optional.of(new Mending(
                                "g",
                                List.of("r7"),
                                DealPart.planned("north", "h", "{}"),
                                List.of(),
                                true,
                                BEGIN,
                                BEGIN + HOUR)),
                        Optional.of(new Move(
                                List.of(DealPart.planned("south", "i", "{}")),
                                List.of(),
                                Money.of("1"),
                                false,
                                BEGIN,
                                BEGIN + HOUR)),
                        Optional.of(Money.of("3")))
                : new Aftermath(
                        List.of(), List.of(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private void agreements() {
        submit(new Command.AddPool(new Pool(LAB, 4, Rate.of("0.5"), Map.of("gpu", "h100"))));
        submit(new Command.AddServers(LAB, 2, BEGIN));
        service.send("olga", "PUT", "/pools/lab/tariff", "{\"base\":\"6\",\"penalty\":\"0.5\"}")
                .is(200);
        service.send(
                        "olga",
                        "POST",
                        "/pools",
                        "{\"name\":\"cards\",\"servers\":1,\"rate\":\"1\",\"unit\":\"gpu\",\"attributes\":{\"gpu\":\"a100\"}}")
                .is(201);
        service.send(
                        "olga",
                        "POST",
                        "/pools/cards/servers",
                        "{\"serverList\":[{\"name\":\"left\",\"host\":\"dgx\",\"device\":\"GPU-a\"},{\"name\":\"right\"}]}")
                .is(200);
        reserve(job("rigid", HOUR, 5 * HOUR, new Shape.Rigid(2, new Work(30 * MINUTE))));
        ReservationId stay = reserve(job("stay", 2 * HOUR, 3 * HOUR, new Shape.Stay(1, HOUR)));
        reserve(job(
                "table",
                HOUR,
                9 * HOUR,
                new Shape.Table(new TreeMap<>(Map.of(1, new Work(HOUR), 2, new Work(40 * MINUTE))))));
        ReservationId divisible =
                reserve(job("divisible", HOUR, 9 * HOUR, new Shape.Divisible(1, 4, new Work(HOUR), 250_000)));
        submit(new Command.NameServers(LAB));
        submit(new Command.Adjust(divisible, new Adjustment.Relax(BEGIN + HOUR, BEGIN + 10 * HOUR)));
        submit(new Command.Hold(job("held", 3 * HOUR, 6 * HOUR, new Shape.Stay(1, HOUR)), BEGIN + 10 * MINUTE));
        ReservationId confirmed = ((Event.Held) ((Decision.Accepted) submit(new Command.Hold(
                                job("confirmed", 3 * HOUR, 6 * HOUR, new Shape.Stay(1, HOUR)), BEGIN + 10 * MINUTE)))
                        .events()
                        .getFirst())
                .reservation()
                .id();
        submit(new Command.Confirm(confirmed));
        submit(new Command.Cancel(stay));
        submit(new Command.Drain(LAB, ServerSet.of(5), new Window(BEGIN + 20 * HOUR, BEGIN + 21 * HOUR), false));
        pass(20 * MINUTE);
        ReservationId early = reserve(job("early", HOUR / 3, 2 * HOUR, new Shape.Stay(1, HOUR)));
        pass(30 * MINUTE);
        submit(new Command.Finish(early));
    }

    private void opportunists() {
        Requirements lab = new Requirements(LAB, Map.of());
        submit(new Command.QueueOpportunist(new JobId("short"), "ana", 1, new Work(5 * MINUTE), lab));
        submit(new Command.QueueOpportunist(new JobId("wide"), "ana", 6, new Work(20 * HOUR), lab));
        submit(new Command.QueueOpportunist(new JobId("long"), "ben", 2, new Work(50 * HOUR), lab));
        pass(20 * MINUTE);
        submit(new Command.CancelOpportunist(new OpportunistId(2)));
        pass(HOUR);
    }

    /** Two of each user for a round that takes one of the higher, all for the same servers. */
    private void rounds() {
        String[] who = {"ana", "ben", "ana", "ben"};
        for (int i = 0; i < who.length; i++) {
            service.send(
                            who[i],
                            "POST",
                            "/reservations",
                            "{" + TestService.exactly("round" + i, "2026-11-16T18:00:00Z", "2026-11-16T19:00:00Z", 2)
                                    + ",\"queued\":true}")
                    .is(202);
        }
        pass(11 * MINUTE);
        pass(11 * MINUTE);
        pass(11 * MINUTE);
        service.send("ana", "POST", "/reservations", "{" + TestService.job("withdrawn") + ",\"queued\":true}")
                .is(202);
        service.send("ana", "POST", "/reservations", "{" + TestService.job("asks") + ",\"queued\":true}")
                .is(202);
    }

    private void failures() {
        ReservationId all = reserve(job("all", 5 * HOUR, 20 * HOUR, new Shape.Rigid(6, new Work(30 * MINUTE))));
        ReservationId strict = reserve(job("strict", 11 * HOUR, 12 * HOUR, new Shape.Stay(6, HOUR)));
        assertThat(all).isNotEqualTo(strict);
        submit(new Command.Hold(
                job("only-held", 13 * HOUR, 14 * HOUR, new Shape.Stay(6, HOUR)), service.clock.millis() + 10 * MINUTE));
        submit(new Command.Fail(LAB, ServerSet.of(0, 1)));
        pass(MINUTE);
        submit(new Command.Restore(LAB, ServerSet.of(0, 1)));
        submit(new Command.Fail(LAB, ServerSet.of(2, 3, 4)));
        pass(10 * HOUR);
        submit(new Command.Restore(LAB, ServerSet.of(2, 3, 4)));
    }

    /** Two who wait on two hosts come together on one, so that a third has all cards of the other. */
    private void partsOfHosts() {
        PoolId hosts = new PoolId("hosts");
        Parts parts =
                Parts.of(Part.sharedDevices("gpu", 8, 80_000), Part.amount("cores", 96), Part.amount("memory", 1000));
        submit(new Command.SetLicences(Amounts.of(Map.of("matlab", 9L))));
        submit(new Command.AddPool(new Pool(hosts, 2, Rate.FULL, Map.of(), parts)));
        Slice some = Slice.of(Map.of("gpu", 3L, "cores", 8L));
        Slice all = Slice.of(Map.of("gpu", 8L));
        reserve(there(hosts, "a", 310, 320, some));
        reserve(there(hosts, "block", 300, 305, all));
        ReservationId other = reserve(there(hosts, "other", 300, 308, all));
        ReservationId b = reserve(there(hosts, "b", 305, 322, Slice.of(Map.of("cores", 4L), Share.of("gpu", 500))));
        submit(new Command.Cancel(other));
        submit(new Command.Settle(b, List.of(ServerSet.of(1))));
        reserve(there(hosts, "large", 310, 320, all));
    }

    private static Job there(PoolId pool, String name, long start, long end, Slice slice) {
        return Job.exactly(name, new Window(BEGIN + start * HOUR, BEGIN + end * HOUR), 1)
                .requiring(new Requirements(pool, Map.of(), slice, Amounts.of(Map.of("matlab", 1L))));
    }

    private void workflows() {
        String id = service.upload("ana", WORKFLOW.getBytes(StandardCharsets.UTF_8))
                .is(201)
                .text("id");
        String deadline = "{\"deadline\":\"2026-11-17T20:00:00Z\"}";
        service.send("ana", "POST", "/workflows/" + id + "/book", deadline).is(201);
        pass(2 * MINUTE);
        service.send("ana", "POST", "/plans/w1/tasks/a", "{\"event\":\"finished\"}")
                .is(200);
        service.send("ana", "DELETE", "/plans/w1", "").is(200);
        service.send("ana", "POST", "/workflows/" + id + "/book", deadline).is(201);
        pass(2 * MINUTE);
        service.send("ana", "POST", "/plans/w2/tasks/a", "{\"event\":\"failed\",\"then\":\"replan\"}")
                .is(200);
        service.send("ana", "POST", "/workflows/" + id + "/book", deadline).is(201);
        pass(2 * MINUTE);
        service.send("ana", "POST", "/plans/w3/tasks/a", "{\"event\":\"failed\",\"then\":\"release\"}")
                .is(200);
        ProvisioningTest.booked(service, id);
        service.send("ana", "DELETE", "/provisions/p1", "").is(200);
    }

    private void earlyStarts() {
        PoolId solo = new PoolId("solo");
        submit(new Command.AddPool(new Pool(solo, 1, Rate.FULL, Map.of())));
        Requirements there = new Requirements(solo, Map.of());
        Job job = Job.of("runs", BEGIN, BEGIN + 200 * HOUR, new Shape.Stay(1, HOUR));
        ReservationId runs = reserve(job.requiring(there));
        pass(MINUTE);
        reserve(job.requiring(there).under(Terms.WHEN_FREE));
        reserve(job.requiring(there).under(Terms.NONE.whenFree(2 * MINUTE)));
        submit(new Command.Finish(runs));
        pass(MINUTE);
    }

    /** One that ends by itself, one that is stopped, one that has no memory left, and one of which nothing is heard. */
    private void runs() {
        String[] ends = {
            "\"exitCode\":0", "\"exitCode\":143,\"cutShort\":true", "\"exitCode\":125,\"outOfMemory\":true", ""
        };
        for (String end : ends) {
            String path = "/reservations/"
                    + reserve(job("run", 0, 200 * HOUR, new Shape.Stay(1, HOUR)).requiring(Requirements.NONE))
                    + "/run";
            pass(MINUTE);
            service.send("ana", "POST", path, "{\"runner\":\"one\",\"host\":\"dgx\",\"command\":\"python\"}")
                    .is(200);
            if (end.isEmpty()) {
                pass(2 * HOUR);
            } else {
                service.send("ana", "POST", path + "/end", "{\"runner\":\"one\"," + end + "}")
                        .is(200);
            }
        }
    }

    /** One that makes way and ends by itself, one whose work is done, one that is withdrawn, one whose runner is silent and one that has no memory left. */
    private void opportunistsOfUsers() {
        long number = 4;
        for (String end : List.of("exited", "done", "withdrawn", "lost", "without memory")) {
            OpportunistId id = new OpportunistId(number++);
            service.send("ana", "POST", "/opportunists", """
                {"name":"%s","pool":"slow","work":"PT1H"}\
                """.formatted(end)).is(201);
            pass(MINUTE);
            service.send("ana", "POST", "/opportunists/" + id + "/run", """
                {"runner":"one","host":"dgx","command":"python"}\
                """).is(200);
            pass(MINUTE);
            switch (end) {
                case "exited" -> {
                    service.send("ana", "POST", "/opportunists/" + id + "/run/end", """
                        {"runner":"one","exitCode":143,"cutShort":true}\
                        """)
                            .is(200);
                    service.send("ana", "POST", "/opportunists/" + id + "/run", """
                        {"runner":"one","host":"dgx","command":"python"}\
                        """)
                            .is(200);
                    service.send("ana", "POST", "/opportunists/" + id + "/run/end", """
                        {"runner":"one","exitCode":0}\
                        """)
                            .is(200);
                }
                case "done" -> pass(3 * HOUR);
                case "without memory" ->
                    service.send("ana", "POST", "/opportunists/" + id + "/run/end", """
                        {"runner":"one","exitCode":125,"outOfMemory":true}\
                        """)
                            .is(200);
                case "withdrawn" ->
                    service.send("ana", "DELETE", "/opportunists/" + id, "").is(200);
                default ->
                    service.server
                            .site()
                            .write("site", transaction -> {
                                OpportunistOrders.letGo(transaction, id, "silent");
                                return true;
                            })
                            .join();
            }
        }
    }

    /** One that is bound and starts, one that is bound and moved by a block, and one that nobody uses. */
    private void settledServers() {
        PoolId nodes = new PoolId("nodes");
        submit(new Command.AddPool(new Pool(nodes, 2, Rate.FULL, Map.of())));
        Job job = Job.of("bound", BEGIN, BEGIN + 200 * HOUR, new Shape.Stay(1, HOUR))
                .requiring(new Requirements(nodes, Map.of()));
        ReservationId unused = reserve(job);
        pass(MINUTE);
        submit(new Command.NoShow(unused));
        long soon = service.clock.millis() + 10 * MINUTE;
        ReservationId starts = reserve(job.within(soon, soon + HOUR));
        ReservationId moves = reserve(job.within(soon, soon + 9 * HOUR));
        submit(new Command.Bind(nodes, soon + 9 * HOUR));
        ServerSet lost = service.server
                .site()
                .read(view -> view.reservation(moves).orElseThrow())
                .placement()
                .servers();
        assertThat(lost).isNotEqualTo(ServerSet.EMPTY);
        submit(new Command.Block(nodes, lost, new Window(soon + HOUR, soon + 3 * HOUR), "job 7"));
        submit(new Command.Block(nodes, lost, new Window(soon + 2 * HOUR, Window.FOREVER), "maintenance"));
        submit(new Command.Unblock(nodes, lost, "job 7"));
        submit(new Command.Shun(nodes, lost));
        pass(11 * MINUTE);
        submit(new Command.Finish(starts));
        reserve(job);
        submit(new Command.Bind(nodes, service.clock.millis() + 5 * HOUR));
    }

    private void signIns() {
        service.send("admin", "PATCH", "/accounts/ben", "{\"project\":\"physics\"}")
                .is(200);
        service.send("ben", "PUT", "/password", "{\"password\":\"correct horse battery\"}")
                .is(204);
        service.send(
                        "ben",
                        "POST",
                        "/tokens",
                        "{\"note\":\"script\",\"scope\":\"read\",\"password\":\"correct horse battery\"}")
                .is(201);
        service.send("ben", "POST", "/session", "").is(204);
        service.send("ben", "POST", "/calendar/link", "").is(201);
        service.send("admin", "POST", "/accounts/gast/invitation", "{\"role\":\"viewer\"}")
                .is(201);
        record(Identities.KIND, new Identity("uni", "4711", "vera"));
    }

    /** Nothing is left to be sent: there is nobody to take it. */
    private void notices() {
        record(
                Preferences.KIND,
                Preference.usual("ben")
                        .withZone(Optional.of("Europe/Zurich"))
                        .withPending(new Preference.Pending("ben@example.org", "00", BEGIN)));
        record(
                Webhooks.KIND,
                new Webhook("w1", "ben", "https://example.org/berth", false, NoticeKind.ALL, BEGIN, 10, true, false));
        Notice.Place place = new Notice.Place("fast", 1, BEGIN, BEGIN + HOUR);
        Notice notice = new Notice(
                1,
                NoticeKind.MOVED,
                "ben",
                "r1",
                "counted",
                Optional.of(place),
                Optional.of(BEGIN - HOUR),
                "",
                BEGIN,
                0,
                Optional.empty());
        Delivery.Key key = new Delivery.Key(1, "w1");
        record(
                Outbox.KIND,
                new OutboxFact.Added(notice, List.of("w1")),
                new OutboxFact.Settled(List.of(new OutboxFact.Result(key, OutboxFact.Outcome.FAILED, "answered 500"))),
                new OutboxFact.Again(List.of(key)),
                new OutboxFact.Added(notice, List.of("mail")),
                new OutboxFact.Settled(List.of(new OutboxFact.Result(
                        new Delivery.Key(1, "mail"), OutboxFact.Outcome.DROPPED, "nobody wants it"))),
                new OutboxFact.Settled(List.of(new OutboxFact.Result(key, OutboxFact.Outcome.DELIVERED, ""))));
    }

    /** One for each way in which an ask ends, and one that is open. */
    private void asks() {
        List<Object> facts = new ArrayList<>();
        facts.add(new AskFact.Choice("ben", false));
        facts.add(new AskFact.Made(ask(1, Optional.empty())));
        facts.add(settled(1, Ask.State.ACCEPTED, Optional.empty(), Optional.empty()));
        facts.add(new AskFact.Made(ask(2, Optional.empty())));
        facts.add(settled(2, Ask.State.DECLINED, Optional.empty(), Optional.empty()));
        facts.add(new AskFact.Made(ask(3, Optional.empty())));
        facts.add(settled(3, Ask.State.EXPIRED, Optional.empty(), Optional.empty()));
        long number = 3;
        for (Ask.Why why : Ask.Why.values()) {
            number++;
            Job job = job("wanted", HOUR, 5 * HOUR, new Shape.Stay(1, HOUR));
            facts.add(new AskFact.Made(ask(number, Optional.of(new Ask.Room(number, job, HOUR, Optional.empty())))));
            facts.add(settled(number, Ask.State.WITHDRAWN, Optional.of(why), Optional.of(99_999L)));
        }
        facts.add(new AskFact.Made(ask(number + 1, Optional.empty())));
        record(Asks.KIND, facts.toArray());
    }

    /** Everything that becomes of an entry, in a pool of its own. */
    private void waiting() {
        PoolId pool = new PoolId("listed");
        submit(new Command.AddPool(new Pool(pool.name(), 1, "1")));
        long now = service.clock.millis();
        long from = (now / HOUR + 3) * HOUR;
        ReservationId taken = reserve(listed("taken", from));
        String declined = await("declined", from, 100 * HOUR, false);
        String withdrawn = await("withdrawn", from, 100 * HOUR, false);
        await("offered", from, 100 * HOUR, true);
        submit(new Command.PassOver(new WaiterId(1)));
        service.send("ben", "DELETE", "/waiting/" + withdrawn, "").is(200);
        submit(new Command.Cancel(taken));
        service.send("ben", "POST", "/waiting/" + declined + "/decline", "").is(200);
        await("expired", from, HOUR / 4, false);
        pass(HOUR / 4);
        await("waits", from, 100 * HOUR, false);
    }

    private static Job listed(String name, long from) {
        return Job.exactly(name, new Window(from, from + HOUR), 1).requiring(Requirements.pool("listed"));
    }

    private String await(String name, long from, long within, boolean tell) {
        long now = service.clock.millis();
        return service.send(
                        "ben",
                        "POST",
                        "/waiting",
                        "{\"job\":{\"name\":\"%s\",\"ready\":\"%s\",\"deadline\":\"%s\",\"stay\":\"PT1H\",\"pool\":\"listed\"},\"until\":\"%s\",\"tell\":%s}"
                                .formatted(
                                        name,
                                        Instant.ofEpochMilli(from),
                                        Instant.ofEpochMilli(from + HOUR),
                                        Instant.ofEpochMilli(now + within),
                                        tell))
                .is(202)
                .text("id");
    }

    private static Ask ask(long number, Optional<Ask.Room> room) {
        return new Ask(
                number,
                99_990 + number,
                "course",
                "ben",
                "olga",
                BEGIN + 5 * HOUR,
                BEGIN + 9 * HOUR,
                Money.of("12.50"),
                Money.of("2.50"),
                "A drain",
                room,
                BEGIN,
                BEGIN + 200 * HOUR,
                Ask.State.OPEN,
                BEGIN,
                Optional.empty());
    }

    private static AskFact settled(long number, Ask.State state, Optional<Ask.Why> why, Optional<Long> held) {
        return new AskFact.Settled(number, "ben", state, why, held);
    }

    /** A process of its owner, on a card that nobody has. */
    private void adoption() {
        service.send("olga", "POST", "/pools", """
                {"name":"found","rate":"1","serverList":[{"name":"card","host":"box","device":"GPU-found"}]}""").is(201);
        service.send("olga", "POST", "/hosts/box/adoptions", """
                {"name":"found","stay":"PT1H","cards":[{"device":"GPU-found","number":0}],\
                "processes":[{"pid":499,"user":"olga","process":"python3"}]}""").is(201);
    }

    private void heldLicences() {
        submit(new Command.SetLicences(
                Amounts.of(Map.of("matlab", 9L)),
                new HeldLicences(
                        List.of(new LicenceHold("matlab", 2, new Window(service.clock.millis(), Window.FOREVER))))));
    }

    /** A reservation whose use was measured, whose owner was told that it is idle, and who needs it. */
    private void measuredUse() {
        long now = service.clock.millis();
        record(
                MeasuredUses.KIND,
                new UseFact.Measured(7, "ana", Optional.of("ocean"), "fast", now - HOUR, 2 * HOUR, HOUR, HOUR / 2),
                new UseFact.Told(7, "ana", now - HOUR, Optional.of(now + HOUR)),
                new UseFact.Kept(7, now + 4 * HOUR));
    }

    private void otherPolicies() {
        service.send("olga", "PUT", "/policy", "{\"policy\":\"level\",\"admission\":\"replan\"}")
                .is(200);
    }

    /** Staff who book for a member; guests; a reservation that is handed over; one that is closed. */
    private void severalPeople() {
        service.send("admin", "POST", "/projects", "{\"name\":\"ocean\",\"members\":[\"ana\",\"ben\"]}")
                .is(201);
        service.send("admin", "PUT", "/projects/ocean/staff/ben", "").is(200);
        String given =
                shared("ben", "2026-12-08", ",\"user\":\"ana\",\"project\":\"ocean\",\"guests\":[\"ocean\",\"olga\"]");
        service.send("ben", "POST", given + "/give", "{\"to\":\"ben\"}").is(200);
        String cancelled = shared("ana", "2026-12-09", ",\"guests\":[\"ben\"]");
        service.send("ana", "DELETE", cancelled, "").is(200);
    }

    private String shared(String asker, String day, String more) {
        return "/reservations/"
                + service.send(
                                asker,
                                "POST",
                                "/reservations",
                                "{" + TestService.exactly("shared", day + "T09:00:00Z", day + "T10:00:00Z", 1) + more
                                        + "}")
                        .is(201)
                        .text("id");
    }

    private void record(String kind, Object... facts) {
        service.server
                .site()
                .write("olga", transaction -> {
                    for (Object fact : facts) {
                        transaction.record(kind, fact);
                    }
                    return true;
                })
                .join();
    }

    private void clock() {
        service.clock.jump(Duration.ofDays(3));
        pass(MINUTE);
        service.clock.jump(Duration.ofDays(-3));
        pass(MINUTE);
        service.clock.jump(Duration.ofDays(2));
        pass(MINUTE);
    }
}
