package dev.berth.api.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.PoolId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.site.Committed;
import dev.berth.site.Visibility;
import dev.berth.wire.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeFeedTest {
    private static final ChangeFeed.More NONE = new ChangeFeed.More(List.of(), List.of());

    private static Committed change(long number) {
        return new Committed(number, 0, "ana", List.of(), List.of());
    }

    @Test
    void aReaderGetsEachChangeOnce() {
        ChangeFeed news = new ChangeFeed(7, List.of(), Visibility.BUSY);
        ChangeFeed.Reader reader = news.fromNow();
        news.add(change(8));
        news.add(change(9));
        assertThat(reader.next(0).changes()).extracting(FeedItem::number).containsExactly(8L, 9L);
        assertThat(reader.next(0)).isEqualTo(NONE);
        assertThat(reader.missedSome()).isFalse();
    }

    @Test
    void whoComesBackReadsOn_unlessItIsTooLongAgo() {
        ChangeFeed news = new ChangeFeed(7, List.of(), Visibility.BUSY);
        news.add(change(8));
        news.add(change(9));
        assertThat(news.after(8).next(0).changes()).extracting(FeedItem::number).containsExactly(9L);
        assertThat(news.after(7).missedSome()).isFalse();
        assertThat(news.after(6).missedSome()).isTrue();
        assertThat(news.after(10).missedSome())
                .as("from another life of the service")
                .isTrue();
        assertThat(new ChangeFeed(7, List.of(), Visibility.BUSY).after(7).missedSome())
                .isFalse();
        assertThat(new ChangeFeed(7, List.of(), Visibility.BUSY).after(6).missedSome())
                .isTrue();
    }

    @Test
    void whoIsTooSlowIsToldSo() {
        ChangeFeed news = new ChangeFeed(0, List.of(), Visibility.BUSY);
        ChangeFeed.Reader reader = news.fromNow();
        for (int i = 1; i <= 10_000; i++) {
            news.add(change(i));
        }
        assertThat(reader.next(0).changes()).hasSizeLessThan(10_000);
        assertThat(reader.missedSome()).isTrue();
        assertThat(reader.missedSome()).isFalse();
    }

    @Test
    void aRemarkIsHeardOnce_onlyTheLatestAboutAThing_andNotByWhoComesLater() {
        ChangeFeed news = new ChangeFeed(0, List.of(), Visibility.BUSY);
        ChangeFeed.Reader reader = news.fromNow();
        ChangeFeed.Remark far = new ChangeFeed.Remark("q", "ana", Json.object().put("done", 2));
        news.say(new ChangeFeed.Remark("q", "ana", Json.object().put("done", 1)));
        news.say(new ChangeFeed.Remark("other", "ana", Json.object()));
        news.say(far);
        assertThat(reader.next(0).remarks())
                .extracting(ChangeFeed.Remark::about)
                .containsExactly("other", "q");
        assertThat(reader.next(0)).isEqualTo(NONE);
        assertThat(news.fromNow().next(0)).isEqualTo(NONE);
        news.say(far);
        ChangeFeed.More more = reader.next(60_000);
        assertThat(more.changes()).isEmpty();
        assertThat(more.remarks()).containsExactly(far);
    }

    @Test
    void whatTheSiteHasAlreadyIsNoNews() {
        ChangeFeed news = new ChangeFeed(7, List.of(), Visibility.BUSY);
        ChangeFeed.Reader reader = news.fromNow();
        news.add(change(7));
        assertThat(reader.next(0)).isEqualTo(NONE);
        news.add(change(8));
        assertThat(reader.next(60_000).changes()).extracting(FeedItem::number).containsExactly(8L);
    }

    @Test
    void aNudgeWakesWhoWaits() throws InterruptedException {
        ChangeFeed news = new ChangeFeed(0, List.of(), Visibility.BUSY);
        ChangeFeed.Reader reader = news.fromNow();
        Thread waiting =
                Thread.ofVirtual().start(() -> assertThat(reader.next(60_000)).isEqualTo(NONE));
        news.nudge();
        waiting.join(30_000);
        assertThat(waiting.isAlive()).isFalse();
    }

    @Test
    void allListenersTakeTheSameBytes() throws IOException {
        Committed committed =
                new Committed(1, 0, "ana", List.of(new Event.ServersAdded(new PoolId("fast"), 1)), List.of());
        FeedItem item = new FeedItem(committed, Map.of(), Visibility.BUSY);
        List<byte[]> written = new ArrayList<>();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {}

            @Override
            public void write(byte[] bytes) {
                written.add(bytes);
            }
        };
        for (Role role : Role.values()) {
            assertThat(item.tell(Account.of("x", role), out)).isTrue();
        }
        assertThat(written.stream()
                        .filter(bytes -> bytes[0] == 'e')
                        .map(System::identityHashCode)
                        .distinct())
                .hasSize(1);
        item.cool();
        assertThat(item.tell(Account.of("x", Role.USER), out)).isTrue();
    }

    @Test
    void closingWakesWhoWaits() {
        ChangeFeed news = new ChangeFeed(0, List.of(), Visibility.BUSY);
        Thread.ofVirtual().start(news::close);
        assertThat(news.fromNow().next(60_000)).isEqualTo(NONE);
        assertThat(news.isClosed()).isTrue();
    }
}
