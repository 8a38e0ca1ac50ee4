package dev.berth.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.api.Checks;
import dev.berth.broker.book.Probe;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPlan;
import dev.berth.provision.federation.CoAllocation;
import dev.berth.provision.federation.CoAllocationPart;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Site;
import dev.berth.wire.Fields;
import dev.berth.wire.JobReader;
import dev.berth.wire.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many brokers, each with a journal of its own, all want the last places of three nearly full sites, for an hour at all three at
 * once. Whoever is refused asks again after a random wait. {@code -Dberth.brokers=500} tries more of them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FiftyBrokersTest {
    private static final int BROKERS = Integer.getInteger("berth.brokers", 50);
    private static final int TRIES = 5;
    private static final int SERVERS = 8;
    private static final int HOURS = 6;
    private static final Instant BASE = Instant.parse("2026-11-16T12:00:00Z");

    private World world;

    @BeforeAll
    void start(@TempDir Path data) throws IOException {
        world = new World(data, SERVERS);
    }

    @AfterAll
    void stop() {
        world.close();
    }

    /** A broker with what it has booked at its end. */
    private record Member(Site site, Broker broker, List<Deal> deals) {}

    @Test
    void theLastPlaces_areAllTaken_andNoneByHalves() throws InterruptedException {
        long seed = Long.getLong("berth.seed", System.nanoTime());
        SplittableRandom random = new SplittableRandom(seed);
        int fitting = fill(random);
        List<Member> members =
                IntStream.range(0, BROKERS).mapToObj(number -> member()).toList();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < BROKERS; i++) {
            String name = "deal" + i;
            Member member = members.get(i);
            SplittableRandom own = random.split();
            threads.add(Thread.ofVirtual().start(() -> insist(member, name, own)));
        }
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofMinutes(5)))
                    .as("seed %d: every broker ends", seed)
                    .isTrue();
        }
        long inTheStorm = booked(members);
        // Those who have given up ask once more, one after the other: what was left in the storm is not lost.
        for (int i = 0; i < BROKERS && booked(members) < fitting; i++) {
            if (members.get(i).deals().stream().noneMatch(deal -> deal.state() == Deal.State.BOOKED)) {
                ask(members.get(i), "again" + i);
            }
        }
        System.out.printf(
                "seed %d: %d brokers, %d deals fit, %d booked in the storm, %d in the end, %d tries%n",
                seed,
                BROKERS,
                fitting,
                inTheStorm,
                booked(members),
                members.stream().mapToInt(member -> member.deals().size()).sum());
        members.forEach(member -> member.broker().close());
        check(members, fitting, inTheStorm, seed);
        members.forEach(member -> member.site().close());
    }

    private Member member() {
        Site site = world.open(new MemoryJournal());
        Broker broker = new Broker(site, world.link, World.TERMS, Probe.NONE);
        broker.lead();
        return new Member(site, broker, new ArrayList<>());
    }

    private static long booked(List<Member> members) {
        return members.stream()
                .flatMap(member -> member.deals().stream())
                .filter(deal -> deal.state() == Deal.State.BOOKED)
                .count();
    }

    /** Leaves 1 to 5 servers of every hour at every site; how many deals fit, by counting. */
    private int fill(SplittableRandom random) {
        int fitting = 0;
        for (int hour = 0; hour < HOURS; hour++) {
            int least = SERVERS;
            for (String site : World.SITES) {
                int free = 1 + random.nextInt(5);
                least = Math.min(least, free);
                world.send(
                        site,
                        "POST",
                        "/reservations",
                        "{\"name\":\"others\",\"stay\":\"PT1H\",\"servers\":%d,\"ready\":\"%s\",\"deadline\":\"%s\"}"
                                .formatted(SERVERS - free, hour(hour), hour(hour + 1)));
            }
            fitting += least;
        }
        return fitting;
    }

    private static Instant hour(int number) {
        return BASE.plus(Duration.ofHours(number));
    }

    private Asked wanted(String name) {
        List<Asked.AtSite> parts = World.SITES.stream()
                .map(site -> new Asked.AtSite(
                        site, List.of(Json.object().put("name", name).put("stay", "PT1H"))))
                .toList();
        List<CoAllocationPart> shapes = parts.stream()
                .map(part -> new CoAllocationPart(
                        part.site(),
                        Optional.empty(),
                        Checks.present(JobReader.read(
                                        Fields.of(part.jobs().getFirst()), "ana", BASE.toEpochMilli(), each -> false))
                                .shape()))
                .toList();
        return new Asked.AtOnce(
                name,
                Optional.empty(),
                parts,
                new CoAllocation(
                        shapes,
                        BASE.toEpochMilli(),
                        hour(HOURS).toEpochMilli(),
                        Optional.of(Duration.ofHours(1).toMillis()),
                        Optional.empty()));
    }

    private void insist(Member member, String name, SplittableRandom random) {
        for (int i = 0; i < TRIES; i++) {
            if (ask(member, name + "-" + i)) {
                return;
            }
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(50 << i)).toNanos());
        }
    }

    /** Whether it is booked. */
    private boolean ask(Member member, String name) {
        Asked asked = wanted(name);
        List<DealPlan> plans = member.broker().propose(World.CLIENT, asked).plans();
        if (plans.isEmpty()) {
            return false;
        }
        long number = member.site()
                .write("ana", transaction -> member.broker().make(transaction, World.ANA, asked, plans))
                .join()
                .number();
        Deal deal = member.broker().await(number, Duration.ofMinutes(5));
        member.deals().add(deal);
        return deal.state() == Deal.State.BOOKED;
    }

    private void check(List<Member> members, int fitting, long inTheStorm, long seed) {
        List<Deal> deals =
                members.stream().flatMap(member -> member.deals().stream()).toList();
        assertThat(deals).as("seed %d: every deal ends", seed).allMatch(Deal::isOver);
        assertThat(booked(members)).as("seed %d: all places are taken", seed).isEqualTo(fitting);
        assertThat(2 * inTheStorm)
                .as("seed %d: those who back off leave less than half of the places", seed)
                .isGreaterThanOrEqualTo(fitting);
        // All holds have ended by then, and nothing has started.
        world.clock.move(Duration.ofMinutes(20));
        for (Deal deal : deals) {
            assertThat(world.everywhere(deal.name()))
                    .as("seed %d: no deal is booked by halves: %s", seed, deal)
                    .isEqualTo(deal.state() == Deal.State.BOOKED ? "WAITING|WAITING|WAITING" : "||");
            if (deal.state() == Deal.State.BOOKED) {
                assertThat(deal.parts().stream()
                                .map(part -> part.reservations().getFirst())
                                .map(each -> each.start() + " " + each.end())
                                .distinct())
                        .as("seed %d: one window for all parts", seed)
                        .hasSize(1);
            }
        }
        World.SITES.forEach(site -> checkServers(site, seed));
    }

    /** Nobody's windows overlap on a server, so that no more servers are used than there are. */
    private void checkServers(String site, long seed) {
        JsonNode timetable =
                world.send(site, "GET", "/timetable?by=server&from=%s&to=%s".formatted(BASE, hour(HOURS)), "");
        Map<Integer, List<String>> taken = new TreeMap<>();
        for (JsonNode window : timetable.at("/pools/0/windows")) {
            assertThat(window.path("state").asText())
                    .as("seed %d: no hold outlives its end", seed)
                    .isNotEqualTo("held");
            for (JsonNode server : window.path("serverNumbers")) {
                taken.computeIfAbsent(server.asInt(), key -> new ArrayList<>())
                        .add(window.path("start").asText() + " "
                                + window.path("end").asText());
            }
        }
        assertThat(taken.size()).isBetween(1, SERVERS);
        taken.forEach((server, windows) -> {
            List<String> sorted = windows.stream().sorted().toList();
            for (int i = 1; i < sorted.size(); i++) {
                assertThat(Instant.parse(sorted.get(i).split(" ", -1)[0]))
                        .as("seed %d: server %d of %s is used twice: %s", seed, server, site, sorted)
                        .isAfterOrEqualTo(Instant.parse(sorted.get(i - 1).split(" ", -1)[1]));
            }
        });
    }
}
