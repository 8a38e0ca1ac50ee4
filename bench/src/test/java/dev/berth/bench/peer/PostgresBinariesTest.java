package dev.berth.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Benchmarks beside PostgreSQL start on whichever machine they are asked to: its binaries for both are there. */
class PostgresBinariesTest {
    @ParameterizedTest
    @ValueSource(strings = {"x86_64", "arm_64"})
    void binaries_ofAProcessor_areThere(String processor) {
        assertThat(PostgresBooking.class.getResource("/postgres-linux-" + processor + ".txz"))
                .isNotNull();
    }
}
