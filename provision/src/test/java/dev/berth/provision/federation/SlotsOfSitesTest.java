package dev.berth.provision.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Rate;
import dev.berth.provision.booking.PlanBooking.Place;
import dev.berth.provision.federation.SiteSlots.OfPool;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.slot.Slot;
import dev.berth.workflow.model.Link;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsOfSitesTest {
    private static final Rate ONE = Rate.of("1");
    private static final Slot EARLY = Slot.whole(0, 1, 5);
    private static final Slot LATER = Slot.whole(3, 2, 5);
    private static final Slot LATE = Slot.open(7, 4, 5);

    private static final List<SiteSlots> SITES = List.of(
            new SiteSlots(
                    "north",
                    List.of(new OfPool("fast", ONE, List.of(LATER, LATE)), new OfPool("slow", ONE, List.of(EARLY)))),
            new SiteSlots("south", List.of(new OfPool("fast", ONE, List.of(EARLY)))));

    @Test
    void poolsOfAllSites_areSitesOfThePlan() {
        SlotsOfSites all = SlotsOfSites.of(SITES, false, new Link(3, 1), 100);
        assertThat(all.availability().sites())
                .extracting(SlotSite::id)
                .containsExactly("fast at north", "slow at north", "fast at south");
        assertThat(all.places()).containsExactly(new Place(0, "fast"), new Place(0, "slow"), new Place(1, "fast"));
        assertThat(all.availability().slots())
                .containsExactly(
                        new Offered(0, LATER), new Offered(0, LATE), new Offered(1, EARLY), new Offered(2, EARLY));
        assertThat(all.availability().transfer(2, 0, 1)).isEqualTo(6);
        assertThat(all.leftOut()).isZero();
    }

    @Test
    void ofTooManySlots_thoseThatStartFirstAreKept() {
        SlotsOfSites some = SlotsOfSites.of(SITES, false, Link.NONE, 3);
        assertThat(some.availability().slots())
                .containsExactly(new Offered(0, LATER), new Offered(1, EARLY), new Offered(2, EARLY));
        assertThat(some.leftOut()).isEqualTo(1);
    }

    @Test
    void oneSite_isNotNamed() {
        SlotsOfSites one = SlotsOfSites.of(SITES.subList(1, 2), true, Link.NONE, 3);
        assertThat(one.availability().sites()).extracting(SlotSite::id).containsExactly("fast");
        assertThatThrownBy(() -> SlotsOfSites.of(List.of(new SiteSlots("north", List.of())), true, Link.NONE, 3))
                .isInstanceOf(BadValue.class);
    }
}
