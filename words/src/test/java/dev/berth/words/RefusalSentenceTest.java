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
    private static final Called GPU = Called.of(new Unit("gpu"));
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
    void aHost_isCalledAsItsOwnerNamedIt_elseByPoolAndNumber() {
        PoolId pool = new PoolId("dgx");
        Called named = new Called(Unit.SERVER, (any, server) -> server == 7 ? null : "node-" + (server + 1), null);
        Refusal.NoCapacity full = new Refusal.NoCapacity(
                new JobId("train"),
                1,
                TIME,
                TIME + 60_000,
                List.of(pool),
                new Refusal.Shortage(pool, 1, "memory", 65_536, 1_536, TIME, Window.FOREVER));
        assertThat(RefusalSentence.of(full, named, ZURICH))
                .endsWith(
                        "64 GiB of memory on one host for its whole duration between 2026-11-18 00:00 and 2026-11-18 00:01,"
                                + " but no host has them; the nearest, node-2, has 1536 MiB free from 2026-11-18 00:00 on");
        assertThat(RefusalSentence.of(full, Called.SERVERS, ZURICH)).contains("the nearest, dgx/1, has 1536 MiB free");

        Window window = new Window(TIME, TIME + 60_000);
        List<ReservationId> one = List.of(new ReservationId(1));
        assertThat(RefusalSentence.of(
                        new Refusal.ReservationsInTheWay(pool, ServerSet.of(0, 1, 7), window, one), named, ZURICH))
                .startsWith("Servers node-1, node-2, 7 of pool dgx ");
        assertThat(RefusalSentence.of(new Refusal.OutOfService(pool, 1, window), named, ZURICH))
                .startsWith("Server node-2 of pool dgx ");
        assertThat(RefusalSentence.of(new Refusal.NotBlocked(pool, 0, "slurm"), named, ZURICH))
                .startsWith("Server node-1 of pool dgx ");
        assertThat(RefusalSentence.of(new Refusal.InService(pool, 7), named, ZURICH))
                .startsWith("Server 7 of pool dgx ");
        assertThat(RefusalSentence.of(
                        new Refusal.AlreadyBound(new ReservationId(1), TIME, ServerSet.of(0, 1)), named, ZURICH))
                .contains(" on servers node-1, node-2, which are made ready for it");
    }

    @ParameterizedTest
    @ValueSource(longs = {500, 50})
    void aShare_isSaidAsPartOfOneCard(long wanted) {
        PoolId pool = new PoolId("dgx");
        Refusal.NoCapacity full = new Refusal.NoCapacity(
                new JobId("notebook"),
                1,
                TIME,
                TIME + 60_000,
                List.of(pool),
                new Refusal.Shortage(pool, 0, "gpu", wanted, 20, TIME, TIME + 60_000));
        assertThat(RefusalSentence.of(full, new Called(Unit.SERVER, (any, server) -> null, "gpu"), ZURICH))
                .contains("needs 0." + (wanted == 500 ? "5" : "05") + " of a gpu on one host")
                .contains("has 0.02 free");
        assertThat(RefusalSentence.of(full, Called.SERVERS, ZURICH))
                .as("without a job, a number is only a share if no host has so many")
                .contains(wanted == 500 ? "needs 0.5 of a gpu" : "needs 50 gpus");
    }

    @Test
    void everyRefusal_isSaidInTheUnitOfItsPools() {
        Samples.refusals().forEach(refusal -> {
            assertThat(RefusalSentence.of(refusal, GPU).toString()).isNotBlank().doesNotContainIgnoringCase("server");
            assertThat(RefusalSentence.of(refusal, Called.SERVERS, ZURICH))
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
