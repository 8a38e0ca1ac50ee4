package dev.berth.service.provision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Rate;
import dev.berth.provision.plan.ParallelWorkflow;
import dev.berth.provision.plan.Planning;
import dev.berth.provision.plan.Provisioning;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import dev.berth.provision.slot.Slot;
import dev.berth.service.workflow.Workshop;
import dev.berth.workflow.model.Workflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 90, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SearchesTest {
    private final AtomicBoolean over = new AtomicBoolean();

    @AfterEach
    void end() {
        over.set(true);
    }

    private static Workshop workshop() {
        return new Workshop("test-search", new Workshop.Room(2, 8, 8, 1, Duration.ofMillis(100)));
    }

    /** Half an hour free in every hour, and one slot in the end that is long enough. */
    private static Planning planning() {
        List<Slot> slots = new ArrayList<>();
        for (int hour = 0; hour < 40; hour++) {
            slots.add(Slot.whole(hour * 60L, 16, 30));
        }
        slots.add(Slot.open(40 * 60, 16, 100));
        Workflow workflow = Workflow.builder("small").task("a", "", 40).build();
        return new Planning(
                new Provisioning(
                        new ParallelWorkflow(workflow, new int[] {1}),
                        SlotAvailability.of(new SlotSite("s", Rate.FULL), slots),
                        0),
                SlotSchedulers.HEFT);
    }

    private static ProvisionTerms terms(Search search, Duration limit) {
        return new ProvisionTerms(
                0,
                null,
                List.of(),
                1,
                Map.of(),
                0,
                true,
                SlotSchedulers.HEFT,
                search,
                new SearchSettings(50, 50, 1, limit));
    }

    private static Searching start(Searches searches, String owner, Search search, Duration limit) {
        return searches.start(owner, "u-1", terms(search, limit), new Searching.Choice(planning(), 0, 0))
                .orElseThrow();
    }

    private static void until(BooleanSupplier condition) {
        Awaitility.await("the search")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .until(condition::getAsBoolean);
    }

    @ParameterizedTest
    @ValueSource(strings = {"seeded", "moga", "nsga2"})
    void oneUsableSlotAmongMany_ends(String name) {
        Searches searches = new Searches(workshop(), search -> {});
        Searching search = start(searches, "ana", Search.get(name), Duration.ofMinutes(1));
        until(() -> search.state().isOver());
        assertThat(search.state()).isEqualTo(Searching.State.ENDED);
        assertThat(search.result()).isNotNull();
    }

    /** Whatever keeps its thread: the search is over at its limit with the best so far, and others go on. */
    @Test
    void searchWhoseThreadDoesNotComeBack_isOverAllTheSame() {
        Workshop workshop = workshop();
        Searches searches = new Searches(workshop, search -> {
            if (search.owner().equals("ana")
                    && search.done() > 0
                    && !search.state().isOver()) {
                until(over::get);
            }
        });
        Searching stuck = start(searches, "ana", Search.SEEDED, Duration.ofMillis(100));
        until(() -> stuck.state().isOver());
        assertThat(stuck.state()).isEqualTo(Searching.State.STOPPED);
        assertThat(stuck.result()).isNotNull();
        assertThat(workshop.lost()).isEqualTo(1);
        Searching other = start(searches, "ben", Search.SEEDED, Duration.ofMinutes(1));
        until(() -> other.state().isOver());
        assertThat(other.state()).isEqualTo(Searching.State.ENDED);
        over.set(true);
        until(() -> workshop.lost() == 0);
        assertThat(stuck.state()).isEqualTo(Searching.State.STOPPED);
    }
}
