package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.Keys;

/** Asks for flexibility in Mine: for the owner, for the operator who asks, and for who needs the room. Always on both screens. */
class AskCardsTest {
    @TempDir
    private Path data;

    private static void isGoodToSee(Visit visit, String what) {
        assertThat(AccessibilityTest.serious(visit, what)).isEmpty();
        assertThat(visit.script("return document.documentElement.scrollWidth - innerWidth"))
                .as("nothing sticks out of " + what)
                .isEqualTo(0L);
    }

    /** The server for three hours, of which the first two are taken. */
    private static void findsNoRoom(TestSite site, String token) {
        String course = "{\"name\":\"course\",\"pool\":\"solo\",\"ready\":\"%s\",\"stay\":\"PT3H\",\"deadline\":\"%s\"}"
                .formatted(TestSite.at(2), TestSite.at(5));
        assertThatThrownBy(() -> site.send(token, "POST", "/reservations", course))
                .hasMessageContaining("no-capacity");
    }

    /** Ben finds no room; ana sees that at once, reads what it is about and accepts, on a desktop with the keyboard alone. */
    @ParameterizedTest
    @EnumSource
    void ownerAccepts_andTheJobIsHeld(Screen screen) {
        try (TestSite site = TestSite.asking(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            String hers = site.book(ana, "render", "solo", 1, 2, 2);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.await("[data-id='" + hers + "']");
            findsNoRoom(site, ben);
            visit.awaitText("[data-ask=q1]", "May render be more flexible?");
            assertThat(visit.text("[data-ask=q1]"))
                    .containsSubsequence(
                            "Done by", "instead of", "2.25 instead of 3.00", "answer", "room for a job of ben");
            isGoodToSee(visit, "an ask");
            visit.dark();
            isGoodToSee(visit, "an ask in the dark");
            String accept = "[aria-label='Accept the later deadline of render']";
            if (screen.touch) {
                visit.click(accept);
            } else {
                visit.tabTo(accept);
                visit.press(Keys.ENTER);
            }
            visit.awaitText(".said", "render may end as late as");
            visit.until("the card is gone", () -> !visit.has("[data-ask=q1]"));
            JsonNode now = site.get(ana, "/reservations/" + hers);
            assertThat(now.path("price").asText()).isEqualTo("2.25");
            visit.awaitText("[data-id='" + hers + "']", "2.25");

            Visit his = Visit.of(site, screen, ben);
            his.open("mine");
            his.awaitText(".card.reservation", "course");
            his.clickText(".card.reservation button", "Confirm");
            assertThat(site.get(ben, "/asks/q1").at("/room/held").asText()).isEqualTo("r2");
            his.until(
                    "it is confirmed",
                    () -> site.get(ben, "/reservations/r2")
                            .path("state")
                            .asText()
                            .equals("waiting"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void ownerDeclines_operatorWithdraws_andWhoWaitsIsShown(Screen screen) {
        try (TestSite site = TestSite.asking(data)) {
            String ana = site.account("ana", "user");
            String ben = site.account("ben", "user");
            String hers = site.book(ana, "render", "solo", 1, 2, 2);
            String order = "{\"reservation\":\"%s\",\"deadline\":\"%s\",\"reason\":\"The room is painted\"}"
                    .formatted(hers, TestSite.at(9));
            site.send(site.administrator(), "POST", "/asks", order);
            Visit visit = Visit.of(site, screen, ana);
            visit.open("mine");
            visit.awaitText("[data-ask=q1]", "The room is painted");
            visit.click("[aria-label='Decline the later deadline of render']");
            visit.awaitText(".said", "render stays as it is");
            assertThat(site.get(ana, "/asks/q1").path("state").asText()).isEqualTo("declined");

            site.send(site.administrator(), "POST", "/asks", order);
            Visit operator = Visit.of(site, screen, site.administrator());
            operator.open("mine");
            operator.awaitText("[data-ask=q2]", "You asked ana about render");
            isGoodToSee(operator, "an ask of one's own");
            operator.click("[aria-label='Withdraw q2']");
            operator.awaitText(".said", "q2 is withdrawn");

            findsNoRoom(site, ben);
            Visit his = Visit.of(site, screen, ben);
            his.open("mine");
            his.awaitText("[data-ask=q3]", "No room yet");
            isGoodToSee(his, "a job that waits for room");
            his.clickText("[data-ask=q3] button", "Withdraw");
            his.awaitText(".said", "Nobody is asked about course any more");

            Visit choices = Visit.of(site, screen, ana);
            choices.open("notices");
            choices.click("[name=asks]");
            choices.clickText("form.mail button", "Save");
            choices.awaitText(".said", "Saved");
            assertThat(site.get(ana, "/notices").path("asks").asBoolean()).isFalse();
        }
    }
}
