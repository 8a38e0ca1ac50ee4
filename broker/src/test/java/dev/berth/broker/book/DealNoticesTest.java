package dev.berth.broker.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.broker.deal.Aftermath;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.News;
import dev.berth.broker.deal.News.What;
import dev.berth.broker.remote.RemoteStanding;
import dev.berth.broker.remote.Reserved;
import dev.berth.engine.model.Money;
import dev.berth.service.notice.Notice;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Notices to the user of a deal: which are sent, and which are not. */
class DealNoticesTest {
    private static final Reserved PART =
            new Reserved("r7", "fast", 2, 3_000, 4_000, Money.of("4")).standing(RemoteStanding.WAITING);

    private static Deal deal(Deal.State state, News... news) {
        return new Deal(
                4,
                "ana",
                "render",
                Optional.empty(),
                List.of(),
                state,
                0,
                0,
                0,
                List.of(DealPart.planned("south", "g", "{}").with(List.of(PART))),
                List.of(),
                List.of(),
                Optional.of(new Aftermath(
                        List.of(news),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())));
    }

    private static News news(What what, String detail) {
        return new News(1_000, "south", what, Optional.of(PART), PART, detail);
    }

    private static List<String> told(Deal before, Deal next) {
        List<Notice> notices = DealNotices.of(before, next, 5_000);
        assertThat(notices)
                .allMatch(
                        each -> each.user().equals("ana") && each.reservation().equals("d4"));
        return notices.stream().map(each -> each.kind() + " " + each.detail()).toList();
    }

    @Test
    void whatIsNew_isToldOnce() {
        Deal booked = deal(Deal.State.BOOKED);
        assertThat(told(deal(Deal.State.DECIDED), booked)).containsExactly("CONFIRMED Booked at south");
        News lost = news(What.LOST, "Its servers failed");
        Deal broken = deal(Deal.State.BROKEN, lost);
        assertThat(told(booked, broken)).containsExactly("DEGRADED r7 at south: Its servers failed");
        assertThat(told(broken, broken)).isEmpty();
        assertThat(told(broken, deal(Deal.State.BOOKED, lost, news(What.RECOVERED, ""))))
                .containsExactly("RECOVERED r7 at south");
        assertThat(told(booked, deal(Deal.State.BOOKED, news(What.MOVED, "")))).containsExactly("MOVED r7 at south");
        assertThat(told(booked, deal(Deal.State.UNDONE, news(What.CANCELLED, ""))))
                .containsExactly("RELEASED r7 at south was cancelled there");
    }

    @Test
    void whatGoesAsAgreed_isNot() {
        assertThat(told(deal(Deal.State.HOLDING), deal(Deal.State.DECIDED))).isEmpty();
        assertThat(told(deal(Deal.State.BOOKED), deal(Deal.State.RUNNING, news(What.STARTED, ""))))
                .isEmpty();
        assertThat(told(deal(Deal.State.RUNNING), deal(Deal.State.DONE, news(What.ENDED, ""))))
                .isEmpty();
    }

    @Test
    void aPartThatIsReplaced_orCannotBe() {
        News lost = news(What.LOST, "Its servers failed");
        Deal replacing = deal(Deal.State.REPLACING, lost);
        assertThat(told(replacing, deal(Deal.State.BOOKED, lost, news(What.REPLACED, ""))))
                .containsExactly("RECOVERED r7 at south takes the place of what was lost");
        assertThat(told(replacing, deal(Deal.State.BROKEN, lost)))
                .containsExactly("DEGRADED Nothing can take the place of what was lost");
    }
}
