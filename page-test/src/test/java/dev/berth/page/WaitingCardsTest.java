package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The waiting list on the page: a refusal offers to wait, Mine shows the place, and what came free can be declined. */
class WaitingCardsTest {
    @TempDir
    private Path data;

    private static void isGoodToSee(Visit visit, String what) {
        assertThat(AccessibilityTest.serious(visit, what)).isEmpty();
        assertThat(visit.script("return document.documentElement.scrollWidth - innerWidth"))
                .as("nothing sticks out of " + what)
                .isEqualTo(0L);
    }

    @ParameterizedTest
    @EnumSource
    void aRefusalOffersToWait_andWhatComesFreeCanBeDeclined(Screen screen) {
        try (TestSite site = TestSite.asking(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            String hers = site.book(ana, "render", "solo", 1, 2, 3);
            String course =
                    "{\"job\":{\"name\":\"course\",\"pool\":\"solo\",\"ready\":\"%s\",\"stay\":\"PT3H\",\"deadline\":\"%s\"},\"until\":\"%s\"}"
                            .formatted(TestSite.at(2), TestSite.at(5), TestSite.at(4));
            assertThat(site.send(ben, "POST", "/waiting", course).path("state").asText())
                    .isEqualTo("waiting");
            Visit visit = Visit.of(site, screen, ben);
            visit.open("mine");
            visit.awaitText("[data-entry=e1]", "Place 1 of 1");
            isGoodToSee(visit, "an entry that waits");
            site.send(ana, "DELETE", "/reservations/" + hers, "");
            visit.awaitText("[data-entry=e1]", "course came free");
            isGoodToSee(visit, "an entry that was served");
            visit.dark();
            isGoodToSee(visit, "an entry that was served, in the dark");
            visit.click("[aria-label='Decline course']");
            visit.awaitText(".said", "course is declined, free of charge");
            visit.until("the card is gone", () -> !visit.has("[data-entry=e1]"));
            assertThat(site.get(ben, "/waiting/e1").path("state").asText()).isEqualTo("declined");
        }
    }
}
