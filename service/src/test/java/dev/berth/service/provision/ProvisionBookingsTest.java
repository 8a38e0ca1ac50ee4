package dev.berth.service.provision;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.workflow.Upload;
import dev.berth.service.workflow.Workshop;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Refused;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One task of an hour on a pool of two servers: searched for, booked and given up. */
@Timeout(60)
class ProvisionBookingsTest {
    private static final long READY = START + HOUR;

    private final TestSite site = new TestSite(new Pool("p", 2, "1"));
    private final Searches searches = new Searches(
            new Workshop("test-search", new Workshop.Room(2, 8, 8, 1, Duration.ofSeconds(5))), search -> {});

    @AfterEach
    void end() {
        site.close();
    }

    private static SearchOrder order(List<String> pools, Map<String, Integer> serversByKind) {
        return order(pools, serversByKind, Map.of());
    }

    private static SearchOrder order(
            List<String> pools, Map<String, Integer> serversByKind, Map<String, Map<String, Long>> times) {
        Workflow workflow = Workflow.builder("one").task("a", "", HOUR).build();
        ReadWorkflow read = new ReadWorkflow(workflow, times, ReadWorkflow.Format.NATIVE, List.of());
        return new SearchOrder(
                new Upload("u-1", "ana", read, Profile.of(workflow), Long.MAX_VALUE),
                new ProvisionTerms(
                        READY,
                        null,
                        pools,
                        1,
                        serversByKind,
                        0,
                        true,
                        SlotSchedulers.HEFT,
                        Search.SEEDED,
                        new SearchSettings(10, 1, 1, Duration.ofSeconds(30))));
    }

    private Searching searched() {
        return searched(order(List.of(), Map.of()));
    }

    private Searching searched(SearchOrder order) {
        Searching search = order.start(site.site(), new Adverts(AdvertSettings.ON_DEMAND), searches);
        Awaitility.await("the end of the search")
                .atMost(Durations.ONE_MINUTE)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> search.state().isOver());
        return search;
    }

    @Test
    void order_isCheckedBeforeItIsSearchedFor() {
        rejected(
                Code.INVALID,
                "must be some of p",
                () -> order(List.of("q"), Map.of())
                        .start(site.site(), new Adverts(AdvertSettings.ON_DEMAND), searches));
        rejected(
                Code.INVALID,
                "serversByKind",
                () -> order(List.of(), Map.of("mystery", 2))
                        .start(site.site(), new Adverts(AdvertSettings.ON_DEMAND), searches));
        site.set(new Account("ana", Role.USER, true, 0, 0, 2 * HOUR, 0, Optional.empty()));
        rejected(
                Code.INVALID,
                "at least 2 hours from now for ana",
                () -> order(List.of(), Map.of()).start(site.site(), new Adverts(AdvertSettings.ON_DEMAND), searches));
    }

    @Test
    void taskThatTellsItsSecondsByPool_isSearchedForByThese() {
        Searching search = searched(order(List.of(), Map.of(), Map.of("a", Map.of("p", 3 * HOUR, "q", HOUR))));
        assertThat(ProvisionBookings.found(search)
                        .plans()
                        .candidates()
                        .getFirst()
                        .makespan())
                .isEqualTo(3 * HOUR);
        rejected(
                Code.INVALID_WORKFLOW,
                "no seconds at p, only at q",
                () -> order(List.of(), Map.of(), Map.of("a", Map.of("q", HOUR)))
                        .start(site.site(), new Adverts(AdvertSettings.ON_DEMAND), searches));
    }

    @Test
    void found_isBookedForWhatWasForetold_andGivenUp() {
        Searching search = searched();
        assertThat(searches.own(ANA, search.id())).isSameAs(search);
        rejected(Code.NOT_ALLOWED, "belongs to another user", () -> searches.own(BEN, search.id()));
        Provision proposal = ProvisionBookings.proposed(search, 0);
        Quote forecast = site.site()
                .rehearse(ANA.name(), t -> ProvisionBookings.book(t, ANA, search, proposal))
                .quote();
        assertThat(site.open()).isZero();

        ProvisionBookings.Priced booked = site.write(ANA, t -> ProvisionBookings.book(t, ANA, search, proposal));
        assertThat(booked.quote()).isEqualTo(forecast);
        assertThat(booked.provision().id()).isEqualTo("p1");
        assertThat(site.open()).isEqualTo(proposal.allocations().size());
        assertThat(site.<Long>read(view -> view.facts(Provisions.class).openTasks("ana", START)))
                .isEqualTo(1);

        rejected(
                Code.NOT_ALLOWED,
                "provision p1 belongs to another user",
                () -> site.write(BEN, t -> ProvisionBookings.cancel(t, BEN, "p1")));
        rejected(Code.UNKNOWN_PROVISION, "provision", () -> site.read(view -> ProvisionBookings.own(view, ANA, "w1")));
        Quote foretold = site.site()
                .rehearse(ANA.name(), t -> ProvisionBookings.cancel(t, ANA, "p1"))
                .quote();
        ProvisionBookings.Priced cancelled = site.write(ANA, t -> ProvisionBookings.cancel(t, ANA, "p1"));
        assertThat(cancelled.quote()).isEqualTo(foretold);
        assertThat(cancelled.provision().released()).isTrue();
        assertThat(site.open()).isZero();
        assertThat(site.deeds()).containsExactly("ana book-provision p1", "ana cancel-provision p1");
    }

    @Test
    void found_cannotBeBooked_onceOthersHaveIt_orItsTimeHasPassed() {
        Searching search = searched();
        Provision proposal = ProvisionBookings.proposed(search, 0);
        Window all = new Window(START + 1, START + 10 * HOUR);
        site.write(BEN, t -> Bookings.book(t, BEN, TestSite.job("ben", all, 2), null));
        assertThat(ProvisionBookings.whyExpired(search, START)).isEmpty();
        assertThatExceptionOfType(Refused.class)
                .isThrownBy(() -> site.write(ANA, t -> ProvisionBookings.book(t, ANA, search, proposal)));
        site.pass(HOUR);
        assertThat(ProvisionBookings.whyExpired(search, READY).orElseThrow().toString())
                .contains("has passed");
        rejected(
                Code.EXPIRED,
                "has passed",
                () -> site.write(ANA, t -> ProvisionBookings.book(t, ANA, search, proposal)));
    }
}
