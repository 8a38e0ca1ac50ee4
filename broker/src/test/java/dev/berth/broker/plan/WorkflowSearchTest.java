package dev.berth.broker.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.broker.deal.Asked;
import dev.berth.broker.deal.BrokerTerms;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.DealPlan;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.provision.federation.SiteOffer;
import dev.berth.provision.federation.SiteSlots;
import dev.berth.provision.federation.SiteSlots.OfPool;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.service.provision.ProvisionTerms;
import dev.berth.service.provision.TaskPlace;
import dev.berth.service.workflow.UploadReader;
import dev.berth.wire.Json;
import dev.berth.workflow.model.Edge;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random workflows on random slots of three sites: whatever is to be booked can hold all tasks, in their order. */
class WorkflowSearchTest {
    private static final long READY = Instant.parse("2026-11-16T10:00:00Z").toEpochMilli();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final List<String> SITES = List.of("north", "south", "west");

    @Test
    void everyPlan_holdsAllTasksInTheirOrder_inTimeAndWithinTheBudget() {
        long first = 20261117;
        int planned = 0;
        for (long seed = first; seed < first + 60; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<SiteSlots> sites = sites(random);
            ReadWorkflow workflow = workflow(random);
            Long deadline = random.nextBoolean() ? null : (Long) (READY + HOUR * random.nextInt(3, 12));
            Optional<Money> budget =
                    random.nextBoolean() ? Optional.empty() : Optional.of(new Money(random.nextInt(40) * 1_000_000L));
            Asked.OfWorkflow asked = asked(workflow, deadline, budget, random.nextInt(11) / 10.0);
            DealProposal proposal = new WorkflowSearch(asked, BrokerTerms.DEFAULT, sites).proposal(List.of());
            if (proposal.plans().isEmpty()) {
                assertThat(proposal.reasons()).as("seed " + seed).isNotEmpty();
                continue;
            }
            planned++;
            Money price = proposal.offers().stream().map(SiteOffer::price).reduce(Money.ZERO, Money::plus);
            assertThat(budget.filter(price::isAbove)).as("seed " + seed).isEmpty();
            for (DealPlan plan : proposal.plans()) {
                check(plan, workflow.workflow(), sites, deadline, "seed " + seed + " " + plan);
            }
        }
        assertThat(planned).isGreaterThan(20);
    }

    private static Asked.OfWorkflow asked(
            ReadWorkflow workflow, @Nullable Long deadline, Optional<Money> budget, double alpha) {
        ProvisionTerms terms = new ProvisionTerms(
                READY,
                deadline,
                List.of(),
                1,
                Map.of("wide", 2),
                0,
                true,
                SlotSchedulers.HEFT,
                Search.SEEDED,
                SearchSettings.of(8, 4, 1));
        return new Asked.OfWorkflow("random", budget, workflow, terms, alpha, SITES);
    }

    /** Random sites, each with slots of one pool that follow one another, so that no server is in two of them. */
    private static List<SiteSlots> sites(SplittableRandom random) {
        List<SiteSlots> sites = new ArrayList<>();
        for (String site : SITES) {
            List<Slot> slots = new ArrayList<>();
            long start = READY + random.nextInt(3) * HOUR;
            UnitCost price = new UnitCost(new Money(random.nextInt(4) * 1_000_000L), HOUR);
            for (int k = random.nextInt(4); k >= 0; k--) {
                boolean isLast = k == 0;
                long length = random.nextInt(1, 4) * HOUR;
                boolean isDivisible = isLast || random.nextBoolean();
                slots.add(new Slot(start, random.nextInt(1, 4), length, price, Money.ZERO, isDivisible, isLast));
                start += length;
            }
            sites.add(new SiteSlots(
                    site, List.of(new OfPool("pool", Rate.of(random.nextBoolean() ? "1" : "0.5"), slots))));
        }
        return sites;
    }

    private static ReadWorkflow workflow(SplittableRandom random) {
        StringBuilder tasks = new StringBuilder();
        int size = random.nextInt(1, 9);
        for (int task = 0; task < size; task++) {
            List<String> after = new ArrayList<>();
            for (int before = 0; before < task; before++) {
                if (random.nextInt(3) == 0) {
                    after.add("\"t" + before + "\"");
                }
            }
            tasks.append(task == 0 ? "" : ",")
                    .append("{\"id\":\"t%d\",\"kind\":\"%s\",\"seconds\":%d,\"after\":[%s]}"
                            .formatted(
                                    task,
                                    task == 0 || random.nextInt(3) == 0 ? "wide" : "narrow",
                                    random.nextInt(600, 5_000),
                                    String.join(",", after)));
        }
        return UploadReader.read(
                "{\"name\":\"random\",\"tasks\":[%s]}".formatted(tasks).getBytes(StandardCharsets.UTF_8));
    }

    /** A number of servers in a window. */
    private record Use(long start, long end, int servers) {
        boolean isAt(long time) {
            return start <= time && time < end;
        }
    }

    private static int at(List<Use> uses, long time) {
        return uses.stream()
                .filter(use -> use.isAt(time))
                .mapToInt(Use::servers)
                .sum();
    }

    private static void check(
            DealPlan plan, Workflow workflow, List<SiteSlots> sites, @Nullable Long deadline, String told) {
        Map<String, TaskPlace> tasks = new HashMap<>();
        for (DealPart part : plan.parts()) {
            List<Use> running = new ArrayList<>();
            for (TaskPlace task : part.tasks().orElseThrow()) {
                assertThat(tasks.put(task.task(), task)).as(told).isNull();
                running.add(new Use(task.start(), task.end(), task.servers()));
            }
            List<Use> booked = jobs(part);
            List<Use> free = sites.stream()
                    .filter(site -> site.site().equals(part.site()))
                    .flatMap(site -> site.pools().getFirst().slots().stream())
                    .map(slot -> new Use(slot.start(), slot.latestEnd(), slot.servers()))
                    .toList();
            for (Use use : booked) {
                assertThat(at(booked, use.start())).as(told).isLessThanOrEqualTo(at(free, use.start()));
            }
            for (Use use : running) {
                assertThat(at(running, use.start())).as(told).isLessThanOrEqualTo(at(booked, use.start()));
                assertThat(at(running, use.end() - 1)).as(told).isLessThanOrEqualTo(at(booked, use.end() - 1));
            }
        }
        assertThat(tasks).as(told).hasSize(workflow.size());
        for (Edge edge : workflow.edges()) {
            TaskPlace from = tasks.get(workflow.task(edge.from()).id());
            TaskPlace to = tasks.get(workflow.task(edge.to()).id());
            assertThat(to.start()).as(told).isGreaterThanOrEqualTo(from.end());
        }
        assertThat(tasks.values())
                .as(told)
                .allSatisfy(task ->
                        assertThat(task.end()).isLessThanOrEqualTo(deadline == null ? Long.MAX_VALUE : deadline));
    }

    private static List<Use> jobs(DealPart part) {
        List<Use> jobs = new ArrayList<>();
        for (JsonNode job :
                Json.read(part.request().getBytes(StandardCharsets.UTF_8)).path("jobs")) {
            jobs.add(new Use(
                    Instant.parse(job.path("ready").asText()).toEpochMilli(),
                    Instant.parse(job.path("deadline").asText()).toEpochMilli(),
                    job.path("servers").asInt()));
        }
        return jobs;
    }
}
