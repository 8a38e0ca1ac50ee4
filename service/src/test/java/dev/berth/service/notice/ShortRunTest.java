package dev.berth.service.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.site.View;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How many mails a run is worth. */
class ShortRunTest {
    private static final long MINUTE = 60_000;

    private final TestSite site = new TestSite(new Pool("p", 6, "1"));
    private final Reminders reminders = new Reminders(site.site());

    @AfterEach
    void close() {
        site.close();
    }

    private void choose(Set<NoticeKind> kinds) {
        site.write(TestSite.ANA, transaction -> {
            transaction.record(
                    Preferences.KIND,
                    Preference.usual("ana")
                            .withMail(Optional.of("ana@example.org"))
                            .withKinds(kinds));
            return true;
        });
    }

    private void book(long from, long minutes) {
        long start = TestSite.START + from * MINUTE;
        site.submit(new Command.Reserve(TestSite.job("ana", new Window(start, start + minutes * MINUTE), 1)));
    }

    /** Minute by minute until all is over; what was told by a way. */
    private List<NoticeKind> told(String way) {
        for (int i = 0; i < 120; i++) {
            reminders.rest();
            reminders.look(site.read(View::now));
            site.pass(MINUTE);
        }
        return site.read(view -> view.facts(Outbox.class).waiting().stream()
                .filter(delivery -> delivery.way().equals(way))
                .map(delivery -> delivery.notice().kind())
                .toList());
    }

    @Test
    void runOfTwentyMinutes_isOneMail() {
        choose(NoticeKind.ALL);
        book(0, 20);
        assertThat(told(Delivery.MAIL)).containsExactly(NoticeKind.CONFIRMED);
    }

    @Test
    void whatStartsInAMoment_isConfirmedAndRemindedOfItsEnd() {
        choose(NoticeKind.ALL);
        book(10, 60);
        assertThat(told(Delivery.MAIL)).containsExactly(NoticeKind.CONFIRMED, NoticeKind.ENDS_SOON);
    }

    @Test
    void longRunThatIsBookedAhead_isThreeMails() {
        choose(NoticeKind.ALL);
        book(30, 60);
        assertThat(told(Delivery.MAIL))
                .containsExactly(NoticeKind.CONFIRMED, NoticeKind.STARTS_SOON, NoticeKind.ENDS_SOON);
    }

    @Test
    void whoWantsRemindersOnly_getsThem() {
        choose(NoticeKind.REMINDERS);
        book(10, 20);
        assertThat(told(Delivery.MAIL)).containsExactly(NoticeKind.STARTS_SOON, NoticeKind.ENDS_SOON);
    }

    @Test
    void programs_areToldEverything() {
        Webhook webhook = site.write(
                TestSite.ANA,
                transaction -> WebhookBook.add(
                        transaction, TestSite.ANA, "https://example.org/", false, EnumSet.allOf(NoticeKind.class)));
        book(10, 20);
        assertThat(told(webhook.id()))
                .containsExactly(NoticeKind.CONFIRMED, NoticeKind.STARTS_SOON, NoticeKind.ENDS_SOON);
    }
}
