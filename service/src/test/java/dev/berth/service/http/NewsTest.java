package dev.berth.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.service.site.Committed;
import dev.berth.service.wire.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class NewsTest {
    private static Committed change(long number) {
        return new Committed(number, 0, "ana", List.of(), List.of());
    }

    @Test
    void aReaderGetsEachChangeOnce() {
        News news = new News(7);
        News.Reader reader = news.fromNow();
        news.add(change(8));
        news.add(change(9));
        assertThat(reader.next(0).changes()).extracting(Committed::number).containsExactly(8L, 9L);
        assertThat(reader.next(0).isEmpty()).isTrue();
        assertThat(reader.missedSome()).isFalse();
    }

    @Test
    void whoComesBackReadsOn_unlessItIsTooLongAgo() {
        News news = new News(7);
        news.add(change(8));
        news.add(change(9));
        assertThat(news.after(8).next(0).changes())
                .extracting(Committed::number)
                .containsExactly(9L);
        assertThat(news.after(7).missedSome()).isFalse();
        assertThat(news.after(6).missedSome()).isTrue();
        assertThat(news.after(10).missedSome())
                .as("from another life of the service")
                .isTrue();
        assertThat(new News(7).after(7).missedSome()).isFalse();
        assertThat(new News(7).after(6).missedSome()).isTrue();
    }

    @Test
    void whoIsTooSlowIsToldSo() {
        News news = new News(0);
        News.Reader reader = news.fromNow();
        for (int i = 1; i <= 10_000; i++) {
            news.add(change(i));
        }
        assertThat(reader.next(0).changes()).hasSizeLessThan(10_000);
        assertThat(reader.missedSome()).isTrue();
        assertThat(reader.missedSome()).isFalse();
    }

    @Test
    void aRemarkIsHeardOnce_onlyTheLatestAboutAThing_andNotByWhoComesLater() {
        News news = new News(0);
        News.Reader reader = news.fromNow();
        News.Remark far = new News.Remark("q", "ana", Json.object().put("done", 2));
        news.say(new News.Remark("q", "ana", Json.object().put("done", 1)));
        news.say(new News.Remark("other", "ana", Json.object()));
        news.say(far);
        assertThat(reader.next(0).remarks()).extracting(News.Remark::about).containsExactly("other", "q");
        assertThat(reader.next(0).isEmpty()).isTrue();
        assertThat(news.fromNow().next(0).isEmpty()).isTrue();
        news.say(far);
        News.More more = reader.next(60_000);
        assertThat(more.changes()).isEmpty();
        assertThat(more.remarks()).containsExactly(far);
    }

    @Test
    void closingWakesWhoWaits() {
        News news = new News(0);
        Thread.ofVirtual().start(news::close);
        assertThat(news.fromNow().next(60_000).isEmpty()).isTrue();
        assertThat(news.isClosed()).isTrue();
    }
}
