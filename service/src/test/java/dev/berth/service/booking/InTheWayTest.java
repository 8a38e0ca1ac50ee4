package dev.berth.service.booking;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.wire.Times;
import dev.berth.words.Phrase;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InTheWayTest {
    private final TestSite site = new TestSite(new Pool("p", 4, "1"), new Pool("q", 4, "1"));

    @AfterEach
    void end() {
        site.close();
    }

    private static Job job(Account of, long from, long hours, int servers, String pool) {
        return TestSite.job(of.name(), new Window(START + from * HOUR, START + (from + hours) * HOUR), servers)
                .requiring(Requirements.pool(pool));
    }

    private List<String> sentences(Job job) {
        Refusal none =
                new Refusal.NoCapacity(job.id(), job.servers(), job.ready(), job.deadline(), List.of(new PoolId("p")));
        return site.read(view -> InTheWay.sentences(view, "ben", job, none).stream()
                .map(Phrase::toString)
                .toList());
    }

    @Test
    void whoHasTheServers_andUntilWhen() {
        site.write(ANA, t -> Bookings.book(t, ANA, job(ANA, 1, 3, 3, "p"), null));
        site.write(BEN, t -> Bookings.book(t, BEN, job(BEN, 2, 1, 1, "p"), null));
        site.write(ANA, t -> Bookings.book(t, ANA, job(ANA, 1, 5, 4, "q"), null));
        assertThat(sentences(job(BEN, 1, 2, 2, "p")))
                .containsExactly("ana has 3 of 4 servers until %s, you have 1 of 4 servers from %s until %s"
                        .formatted(at(4), at(2), at(3)));
    }

    private static String at(long hours) {
        return Times.instant(START + hours * HOUR);
    }

    @Test
    void anotherPoolThatHasRoom() {
        site.write(ANA, t -> Bookings.book(t, ANA, job(ANA, 1, 3, 4, "p"), null));
        assertThat(sentences(job(BEN, 1, 2, 2, "p")))
                .containsExactly("ana has 4 of 4 servers until %s".formatted(at(4)), "Pool q has room for it then");
    }

    @Test
    void nothingBeside_ifItIsNotForWantOfRoom() {
        Job job = job(BEN, 1, 2, 2, "p");
        Refusal other = new Refusal.UnknownPool(new PoolId("x"), Set.of());
        assertThat(site.<List<Phrase>>read(view -> InTheWay.sentences(view, "ben", job, other)))
                .isEmpty();
    }
}
