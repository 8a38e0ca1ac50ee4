package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.Samples;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalSentenceTest {
    private static final Unit GPU = new Unit("gpu");
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
    private static final long TIME = Instant.parse("2026-11-17T23:00:00Z").toEpochMilli();

    private static String inTheWay(int count) {
        List<ReservationId> inTheWay =
                LongStream.rangeClosed(1, count).mapToObj(ReservationId::new).toList();
        return RefusalSentence.of(
                new Refusal.ReservationsInTheWay(
                        new PoolId("cards"), ServerSet.of(0, 1, 2), new Window(TIME, TIME + 60_000), inTheWay),
                GPU,
                ZURICH);
    }

    @Test
    void aSentence_namesTheFirstTen() {
        assertThat(inTheWay(1))
                .startsWith("Gpus 0-2 of pool cards ")
                .contains("from 2026-11-18 00:00 to 2026-11-18 00:01")
                .contains("1 reservation could")
                .endsWith(": r1");
        assertThat(inTheWay(10))
                .contains("10 reservations could")
                .endsWith(": r1, r2, r3, r4, r5, r6, r7, r8, r9, r10");
        assertThat(inTheWay(12)).endsWith(", r10 and 2 more");
    }

    @Test
    void anEndlessOutage_hasNoEndInItsSentence() {
        assertThat(RefusalSentence.of(
                        new Refusal.OutOfService(new PoolId("cards"), 3, new Window(TIME, Window.FOREVER)),
                        GPU,
                        ZURICH))
                .startsWith("Gpu 3 of pool cards ")
                .contains("from 2026-11-18 00:00 on");
    }

    @Test
    void everyRefusal_isSaidInTheUnitOfItsPools() {
        Samples.refusals().forEach(refusal -> {
            assertThat(RefusalSentence.of(refusal, GPU).toString()).isNotBlank().doesNotContainIgnoringCase("server");
            assertThat(RefusalSentence.of(refusal, Unit.SERVER, ZURICH))
                    .isNotBlank()
                    .doesNotContain("Z ", "T0");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nightly-202611172300",
                "1794956400000",
                "-1794956400000",
                "2026-11-17T23:00:00Z",
                "server",
                "Servers",
                "the server of 4 servers",
                "100% %s %d %n"
            })
    void names_areLeftAlone(String name) {
        JobId job = new JobId(name);
        PoolId pool = new PoolId(name);
        for (Refusal refusal : List.of(
                new Refusal.NoCapacity(job, 4, TIME, TIME + 1, List.of(pool)),
                new Refusal.DeadlineImpossible(job, TIME, TIME + 1, pool),
                new Refusal.TooManyServers(job, 4, pool, 2))) {
            assertThat(RefusalSentence.of(refusal, GPU, ZURICH))
                    .startsWith("Job " + name + " ")
                    .contains(name);
        }
        assertThat(RefusalSentence.of(new Refusal.NoCapacity(job, 4, TIME, TIME, List.of(pool)), GPU, ZURICH))
                .contains(" 4 free gpus ")
                .endsWith("tried: " + name);
        assertThat(RefusalSentence.of(new Refusal.Discarded(job, name, 3), GPU, ZURICH))
                .startsWith("Job " + name + " ")
                .contains("user " + name + " ");
    }
}
