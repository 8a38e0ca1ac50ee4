package dev.berth.journal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.journal.JournalUnavailable;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PostgresAddressTest {
    @Test
    void parts() {
        PostgresAddress address = PostgresAddress.of(
                "postgresql://berth@db.example.org:6000/books?site=lab&sslmode=verify-full&passwordFile=/run/p%20w");
        assertThat(address)
                .isEqualTo(new PostgresAddress(
                        List.of("db.example.org:6000"),
                        "books",
                        Optional.of("berth"),
                        "lab",
                        Optional.of(Path.of("/run/p w")),
                        Map.of("sslmode", "verify-full")));
        assertThat(address.name()).isEqualTo("postgresql://db.example.org:6000/books?site=lab");
        assertThat(PostgresAddress.of("postgresql://db/books").name()).isEqualTo("postgresql://db:5432/books");
        assertThat(PostgresAddress.of("postgresql://berth@db1,db2:6000/books").servers())
                .containsExactly("db1:5432", "db2:6000");
    }

    @Test
    void password_isRefusedAndNeverShown() {
        for (String text : List.of(
                "postgresql://berth:hunter2@db/books",
                "postgresql://berth:hunter2@db1,db2/books",
                "postgresql://berth:hunter2@db/books?password=hunter2",
                "postgresql://berth:hunter2 @db/books",
                "postgresql://berth:hunter2@/books")) {
            assertThatThrownBy(() -> PostgresAddress.of(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasNoCause()
                    .message()
                    .doesNotContain("hunter2");
        }
        assertThatThrownBy(() -> PostgresAddress.of("postgresql://berth@db/books?password=hunter2"))
                .hasMessageContainingAll(
                        "parameter \"password\"", "passwordFile, site, sslcert, sslkey, sslmode, sslrootcert");
    }

    @Test
    void badAddresses_areExplained() {
        for (String text : List.of(
                "postgresql://db",
                "postgresql://db/",
                "postgresql:///books",
                "postgresql://db1,/books",
                "mysql://db/books",
                "postgresql://db/a/b")) {
            assertThatThrownBy(() -> PostgresAddress.of(text))
                    .hasMessageContaining("must be like postgresql://berth@db.example.org/berth");
        }
        assertThatThrownBy(() -> PostgresAddress.of("postgresql://db/books?site"))
                .hasMessageContaining("NAME=VALUE");
    }

    @Test
    void passwordFileThatCannotBeRead_isNamed() {
        PostgresAddress address = PostgresAddress.of("postgresql://berth@localhost/books?passwordFile=/no/such");
        assertThatThrownBy(() -> address.connect(Duration.ofSeconds(1)))
                .isInstanceOf(JournalUnavailable.class)
                .hasMessageContaining("/no/such");
    }

    /** The first is down, as after a failover to the second. */
    @Test
    void severalServers_thePrimaryIsFound() throws Exception {
        Database database = Database.create();
        String address = database.journal().replace("@localhost", "@localhost:1,localhost");
        try (Connection connection = PostgresAddress.of(address).connect(Duration.ofSeconds(5))) {
            assertThat(connection.isReadOnly()).isFalse();
        }
        assertThat(PostgresAddress.of(address).name()).startsWith("postgresql://localhost:1,localhost:");
    }
}
