package dev.berth.cli.provision;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.Ran;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.remote.Shop;
import dev.berth.provision.booking.SiteBook.Standing;
import dev.berth.provision.booking.SiteBook.Wanted;
import dev.berth.provision.slot.Allocation;
import dev.berth.provision.slot.Slot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan over two real services: hold at both, then confirm at both. */
class RemoteSitesTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    /** Workflow of four tasks: on two servers, the slow pool of a service, which costs nothing, runs two of them in two hours. */
    private static final String WIDE = """
            {"name":"wide","tasks":[{"id":"a","seconds":3600},{"id":"b","seconds":3600},{"id":"c","seconds":3600},
            {"id":"d","seconds":3600}]}""";

    private Shop north;
    private Shop south;
    private String file;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        north = new Shop(temporary.resolve("north"));
        south = new Shop(temporary.resolve("south"));
        file = Files.writeString(temporary.resolve("wide.json"), WIDE).toString();
    }

    @AfterEach
    void close() {
        north.close();
        south.close();
    }

    private Ran atNorth(String... args) {
        return Ran.with(new byte[0], north.variables, Shop.CLOCK, args);
    }

    private void signInToBoth() {
        Ran login = atNorth("login", south.address(), "--token", south.server.oneTimeToken("admin"));
        assertThat(login.code()).as(login.err()).isZero();
    }

    private Ran provision(String... more) {
        List<String> all = new ArrayList<>(List.of(
                "provision", file, "--at", north.address(), "--at", south.address(), "--servers", "2", "--alpha", "0"));
        all.addAll(List.of(more));
        return atNorth(all.toArray(String[]::new));
    }

    @Test
    void aPlanOverTwoServices_isBookedAtBoth() {
        signInToBoth();
        Ran shown = provision("--ready", "2026-11-16T08:10:00Z", "--transfer", "1s");
        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(north.berth("list").out() + south.berth("list").out()).doesNotContain("wide");

        Ran booked = provision("--book", "--json");

        assertThat(booked.code()).as(booked.err()).isZero();
        JsonNode chosen = Shop.json(booked).path("chosen");
        assertThat(chosen.path("makespan").asLong())
                .as("five minutes to book, and two hours")
                .isEqualTo(300 + 7200);
        chosen.path("allocations").forEach(part -> {
            boolean inTheNorth =
                    part.path("site").asText().endsWith(north.address().replace("http://", ""));
            Ran reservation = (inTheNorth ? north : south)
                    .berth("show", part.path("reservation").asText());
            assertThat(reservation.out()).contains(", wide-").contains("waiting");
        });
        assertThat(north.berth("list").out()).contains("wide-").contains("slow");
        assertThat(south.berth("list").out()).contains("wide-").contains("slow");
        assertThat(provision("--book").out()).contains("booked as r");
    }

    @Test
    void aServiceNobodySignedInTo_isNamed_andGetsNoOthersToken() {
        Ran ran = provision();
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("Not signed in to " + south.address() + ". Sign in first");
        assertThat(provision("--sites", file).err()).containsSubsequence("--sites: is required", "--at");
        assertThat(atNorth("provision", file).err()).startsWith("--sites: is required");
        assertThat(atNorth("provision", file, "--sites", file, "--book").err())
                .containsSubsequence("--book, --ready and --transfer", "--at");
        assertThat(atNorth("provision", file, "--at", north.address(), "--book").err())
                .startsWith("--book: choose a plan with --alpha");
        assertThat(atNorth("provision", file, "--at", north.address(), "--at", north.address())
                        .err())
                .startsWith("--at: name each service only once");
    }

    @Test
    void theSameName_isBookedOnce() {
        signInToBoth();
        assertThat(provision("--booking", "monday").err()).startsWith("--booking: requires --book");
        assertThat(provision("--book", "--booking", " ").err())
                .containsSubsequence("--booking: ", "1 to 100 characters");
        Ran first = provision("--book", "--booking", "monday");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("booked as r");
        String reservations = north.berth("list").out() + south.berth("list").out();

        Ran again = provision("--book", "--booking", "monday");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out())
                .contains("Booked before as monday")
                .contains(north.address() + ": r1", south.address() + ": r1");
        JsonNode json = Shop.json(provision("--book", "--booking", "monday", "--json"));
        assertThat(json.path("booking").asText()).isEqualTo("monday");
        assertThat(json.path("booked").path(0).path("receipts").path(0).asText())
                .isEqualTo("r1");
        assertThat(north.berth("list").out() + south.berth("list").out()).isEqualTo(reservations);

        Ran unnamed = provision("--book");
        assertThat(unnamed.err()).contains("with --booking ");
        assertThat(unnamed.out()).contains("booked as r");
    }

    /** Held and not confirmed, as by a command that was killed: the next one releases it. */
    @Test
    void whatIsTaken_isRefused_andWhatWasBegunIsUndone() {
        Environment environment = new Environment(Streams.ofProcess(), north.variables, Shop.CLOCK);
        RemoteBook book = new RemoteBook(
                new ServiceClient(Access.signedIn(environment, north.address()), environment),
                "north",
                Shop.CLOCK.millis());
        List<Wanted> nine = List.of(new Wanted("mine", "fast", Allocation.whole(Slot.whole(HOUR, 2, 2 * HOUR))));
        String mine = UUID.randomUUID().toString();
        String other = UUID.randomUUID().toString();
        assertThat(book.standing(mine)).isEqualTo(new Standing.Unknown());
        assertThat(book.hold(mine, nine)).isEqualTo(new Standing.Held());
        assertThat(book.hold(mine, nine)).as("repeated").isEqualTo(new Standing.Held());
        assertThat(book.hold(other, nine))
                .isInstanceOfSatisfying(
                        Standing.Gone.class, gone -> assertThat(gone.reason()).isNotBlank());
        assertThat(book.confirm(mine)).isEqualTo(new Standing.Booked(List.of("r1")));
        assertThat(book.confirm(mine)).as("repeated").isEqualTo(new Standing.Booked(List.of("r1")));
        assertThat(book.confirm(other)).isInstanceOf(Standing.Gone.class);
        book.release(mine);
        book.release(mine);
        book.release(other);
        assertThat(book.hold(other, nine)).as("too late").isInstanceOf(Standing.Gone.class);
        assertThat(book.standing(mine)).isEqualTo(new Standing.Gone("it was released"));
        assertThat(north.berth("list").out()).doesNotContain("mine");
    }
}
