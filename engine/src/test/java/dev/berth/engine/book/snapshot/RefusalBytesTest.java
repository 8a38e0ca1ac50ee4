package dev.berth.engine.book.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Requirements;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalBytesTest {
    private static final JobId JOB = new JobId("nightly-202611172300");
    private static final PoolId POOL = new PoolId("p");
    private static final PoolId OTHER = new PoolId("q");

    static Stream<Refusal> refusals() {
        return Stream.of(
                new Refusal.NoCapacity(JOB, 4, 5, 20, List.of(POOL, OTHER)),
                new Refusal.DeadlineImpossible(JOB, 15, 20, POOL),
                new Refusal.TooManyServers(JOB, 9, POOL, 4),
                new Refusal.TooCostly(50_000),
                new Refusal.SingleServerOnly(JOB, 2, "ff-ha"),
                new Refusal.OverBudget(JOB, Money.of("7.99"), Money.of("8"), POOL),
                new Refusal.UnknownPool(OTHER, Set.of(POOL)),
                new Refusal.PoolJoined(OTHER, POOL),
                new Refusal.NoMatchingPool(JOB, new Requirements(POOL, Map.of("gpu", "h100")), Set.of(POOL, OTHER)),
                new Refusal.NoMatchingPool(JOB, Requirements.NONE, Set.of()),
                new Refusal.Discarded(JOB, "ana", 3));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aRefusal_isReadAsItWasWritten(Refusal refusal) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RefusalBytes.write(new DataOutputStream(bytes), refusal);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(RefusalBytes.read(in)).isEqualTo(refusal);
        assertThat(in.available()).isZero();
    }
}
