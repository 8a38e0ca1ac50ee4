package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.broker.FaultyLink.Fault;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.plan.DealProposal;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import dev.berth.service.provision.ProvisionTerms;
import dev.berth.service.provision.TaskPlace;
import dev.berth.service.workflow.UploadReader;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Site;
import dev.berth.workflow.read.ReadWorkflow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A workflow over three sites, and a broker that dies before and after every fact and request: all reservations of the plan are
 * there in the end, each of them once, or none.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkflowDeathTest {
    private static final Instant BASE = Instant.parse("2027-03-01T00:00:00Z");
    /** Three tasks that fill a site each, and one that needs them all. */
    private static final ReadWorkflow FORK = UploadReader.read("""
            {"name":"fork","tasks":[{"id":"a","seconds":3600},{"id":"b","seconds":3600},{"id":"c","seconds":3600},
            {"id":"d","seconds":1800,"after":["a","b","c"]}]}""".getBytes(StandardCharsets.UTF_8));

    private World world;
    private int cases;

    @BeforeAll
    void start(@TempDir Path data) throws IOException {
        world = new World(data);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    /** The workflow, on two servers for each task, at a time that is free everywhere. */
    private Asked.OfWorkflow next() {
        cases++;
        return new Asked.OfWorkflow(
                "case" + cases,
                Optional.empty(),
                FORK,
                new ProvisionTerms(
                        BASE.plus(Duration.ofHours(3L * cases)).toEpochMilli(),
                        null,
                        List.of(),
                        2,
                        Map.of(),
                        0,
                        true,
                        SlotSchedulers.HEFT,
                        Search.SEEDED,
                        SearchSettings.of(10, 5, 1)),
                0,
                World.SITES);
    }

    @Test
    void nothingWrong_butTheBrokerDies() {
        Set<String> steps = run("", Fault.NONE, "", "nowhere");
        assertThat(steps).hasSizeGreaterThanOrEqualTo(12);
        steps.forEach(step -> run("", Fault.NONE, "", step));
    }

    @Test
    void aSiteInTrouble_andTheBrokerDies() {
        int seen = 0;
        for (Fault fault : List.of(Fault.DEAD, Fault.CUT_OFF, Fault.SLOW)) {
            for (String from : List.of("PUT", "/confirm")) {
                String site = World.SITES.get(seen++ % World.SITES.size());
                int at = seen;
                for (String step : run(site, fault, from, "nowhere")) {
                    // A sample: all combinations are tried for deals that were planned otherwise.
                    if (at++ % 3 == 0) {
                        run(site, fault, from, step);
                    }
                }
            }
        }
    }

    /** One deal, from its plan to its end; the steps that the first broker has taken. */
    private Set<String> run(String victim, Fault fault, String from, String death) {
        Asked.OfWorkflow asked = next();
        String told = asked.name() + " " + victim + " " + fault + " " + from + ", death " + death;
        MemoryJournal journal = new MemoryJournal();
        Killer killer = new Killer(death);
        world.link.fail(victim, fault, from);
        Site first = world.open(journal);
        try (Broker broker = new Broker(first, world.link, World.TERMS, killer)) {
            DealProposal proposal = broker.plans(World.CLIENT, asked);
            assertThat(proposal.reasons()).as(told).isEmpty();
            assertThat(proposal.plans().getFirst().parts()).as(told).hasSize(3);
            first.write("ana", transaction -> broker.make(transaction, World.ANA, asked, proposal.plans()))
                    .join();
            broker.lead();
            World.await(
                    told, () -> killer.isDead() || !BrokerDeathTest.deal(first).isOpen() || world.link.failures() >= 3);
            boolean diedEarly = killer.isDead();
            world.link.heal();
            if (!diedEarly) {
                World.await(
                        told,
                        () -> killer.isDead() || !BrokerDeathTest.deal(first).isOpen());
            }
        }
        Deal ended = BrokerDeathTest.deal(first);
        first.close();
        if (killer.isDead()) {
            Site second = world.open(journal);
            try (Broker broker = new Broker(second, world.link, World.TERMS, Probe.NONE)) {
                broker.lead();
                World.await(told, () -> !BrokerDeathTest.deal(second).isOpen());
            }
            ended = BrokerDeathTest.deal(second);
            second.close();
        }
        if (fault == Fault.NONE || from.equals("/confirm")) {
            assertThat(ended.state()).as(told).isEqualTo(Deal.State.BOOKED);
        }
        // What arrives after the end changes nothing, and what is still held lapses.
        world.link.arrive();
        world.clock.move(World.TERMS.hold());
        check(ended, told);
        return killer.steps();
    }

    private void check(Deal deal, String told) {
        Set<String> expected = new LinkedHashSet<>();
        if (deal.state() == Deal.State.BOOKED) {
            for (DealPart part : deal.parts()) {
                part.reservations().forEach(each -> expected.add(part.site() + " " + each.id()));
            }
            checkTasks(deal, told);
        }
        assertThat(atTheSites(deal.name())).as(told + " " + deal).hasSameElementsAs(expected);
        assertThat(atTheSites(deal.name())).as(told).hasSize(expected.size());
    }

    /** Reservations for a deal at all sites. */
    private List<String> atTheSites(String name) {
        List<String> all = new ArrayList<>();
        world.servers.forEach((site, server) -> server.site()
                .write(
                        "test",
                        transaction -> transaction.view().reservations().stream()
                                .filter(each -> each.job().id().name().startsWith(name + "-"))
                                .map(each -> site + " " + each.id())
                                .toList())
                .join()
                .forEach(all::add));
        return all;
    }

    /** Every task lies in reservations of its site, and the last one comes after all others. */
    private static void checkTasks(Deal deal, String told) {
        Map<String, TaskPlace> tasks = new HashMap<>();
        for (DealPart part : deal.parts()) {
            for (TaskPlace task : part.tasks().orElseThrow()) {
                tasks.put(task.task(), task);
                int servers = part.reservations().stream()
                        .filter(each -> each.start() <= task.start() && task.end() <= each.end())
                        .mapToInt(each -> each.servers())
                        .sum();
                assertThat(servers).as(told + " " + task).isGreaterThanOrEqualTo(task.servers());
            }
        }
        assertThat(tasks).as(told).containsOnlyKeys("a", "b", "c", "d");
        long last = tasks.get("d").start();
        assertThat(List.of("a", "b", "c"))
                .as(told)
                .allSatisfy(task -> assertThat(tasks.get(task).end()).isLessThanOrEqualTo(last));
    }

    /** A site that advertises much and gives nothing is in all of the best plans, and keeps nobody from the others. */
    @Test
    void aSiteThatNeverHolds_doesNotPreventTheDeal() {
        Asked.OfWorkflow asked = next();
        world.link.fail("south", Fault.DEAD, "PUT");
        Site site = world.open(new MemoryJournal());
        try (Broker broker = new Broker(site, world.link, World.TERMS, Probe.NONE)) {
            DealProposal proposal = broker.plans(World.CLIENT, asked);
            assertThat(proposal.plans())
                    .as("the best, and one without each site")
                    .hasSize(4);
            site.write("ana", transaction -> broker.make(transaction, World.ANA, asked, proposal.plans()))
                    .join();
            broker.lead();
            World.await(asked.name(), () -> BrokerDeathTest.deal(site).isOver());
            Deal deal = BrokerDeathTest.deal(site);
            assertThat(deal.state()).isEqualTo(Deal.State.BOOKED);
            assertThat(deal.parts()).extracting(DealPart::site).containsExactly("north", "west");
            world.link.heal();
            World.await(asked.name(), () -> !BrokerDeathTest.deal(site).isOpen());
            check(deal, asked.name());
        } finally {
            world.link.heal();
            site.close();
        }
    }

    @Test
    void aSiteInTroubleWhilePlanning_isLeftOutAndNamed() {
        for (Fault fault : List.of(Fault.DEAD, Fault.CUT_OFF, Fault.SLOW)) {
            Asked.OfWorkflow asked = next();
            world.link.fail("south", fault, "GET");
            Site site = world.open(new MemoryJournal());
            try (Broker broker = new Broker(site, world.link, World.TERMS, Probe.NONE)) {
                DealProposal proposal = broker.propose(World.CLIENT, asked);
                assertThat(proposal.reasons()).extracting(Reason::site).containsExactly("south");
                assertThat(proposal.plans().getFirst().parts())
                        .extracting(DealPart::site)
                        .containsExactly("north", "west");
                assertThat(proposal.tradeOff().orElseThrow().points().getLast().makespan())
                        .as("three tasks on two sites, one after the other")
                        .isEqualTo(Duration.ofMinutes(150).toMillis());
            } finally {
                world.link.heal();
                world.link.arrive();
                site.close();
            }
        }
    }
}
