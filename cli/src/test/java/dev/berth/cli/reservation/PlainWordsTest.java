package dev.berth.cli.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bookings in plain words from the shell, on Monday 16 November 2026, 08:00 UTC. */
class PlainWordsTest {
    @TempDir
    private Path directory;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Ran berth(String line) {
        return shop.berth(line.split(" ", -1));
    }

    @Test
    void words_areShownAsUnderstood_andBooked() {
        Ran ran = berth("book 2 servers on fast tonight for 8 hours");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .containsSubsequence(
                        "Understood: 2 servers of pool fast ",
                        "2026-11-16 20:00",
                        "2026-11-17 04:00, 8 hours (UTC)\nbooked\n")
                .contains("reservation  r1, admin-0800\n", "when         2026-11-16 20:00 to 2026-11-17 04:00\n");
        assertThat(shop.berth("book", "a server now for 3h").out())
                .startsWith("Understood: 1 server for 3 hours from now (UTC)\nbooked\n")
                .contains("when         2026-11-16 08:00 to 2026-11-16 11:00\n");
        assertThat(berth("book 1 server on slow every day 20:00 to 21:00 3 times")
                        .out())
                .contains("every day, 3 times (UTC)\nbooked as series s1\n");
        assertThat(berth("offers 2 servers on fast tomorrow 9:00 for 2h").out()).contains("Understood: ", "as-asked");
    }

    @Test
    void options_addWhatTheWordsDoNotSay() {
        Ran ran = berth("book 2 servers tonight --for 8h --pool fast --name .secret --budget 100");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .contains(
                        "reservation  r1, .secret\n",
                        "2 servers of pool fast",
                        "when         2026-11-16 20:00 to 2026-11-17 04:00\n",
                        "budget       100.00\n");
        assertThat(berth("book 1 server tonight --to 23:30").out())
                .contains("when         2026-11-16 20:00 to 2026-11-16 23:30\n");
    }

    @Test
    void dryRun_booksNothing() {
        Ran ran = berth("book 2 servers on fast tonight for 8 hours --dry-run");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("Understood: 2 servers of pool fast")
                .contains("Would be booked:\n")
                .contains("because of --dry-run\n");
        assertThat(shop.berth("book", "x", "--for", "2h", "--from", "now", "--dry-run")
                        .out())
                .startsWith("Would be booked:\n");
        Ran refused = berth("book 9 servers for 2h --dry-run");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("Refused: ");
        assertThat(shop.berth("list").out()).startsWith("You have no such reservations");
        assertThat(berth("book 1 server daily 9:00 to 10:00 --dry-run").code()).isEqualTo(2);
    }

    @Test
    void dryRun_overAQuota_isRefusedAsTheBookingIs() {
        shop.berth("account", "change", "admin", "--quota", "3h/1d");
        String job = " --stay 2h --servers 2 --deadline now+4h";
        String over = "Quota of admin: 3 server-hours per day. 0 booked, 3 left";
        for (String command : List.of("book x --dry-run", "book x")) {
            Ran ran = berth(command + job);
            assertThat(ran.code()).as(command).isEqualTo(1);
            assertThat(ran.err()).as(command).startsWith("Refused: " + over).endsWith(" (quota)\n");
        }
        assertThat(berth("offers x" + job).out())
                .startsWith("Not possible as requested: " + over)
                .contains("fewer-servers", "Book one with: ")
                .doesNotContain("as-asked");
        Ran whatIf = shop.typed("""
                [{"kind": "reserve", "job": {"name": "x", "stay": "PT2H", "servers": 2, "deadline": "2026-11-16T12:00:00Z"}}]
                """, "whatif", "-");
        assertThat(whatIf.out()).startsWith("1. accepted\n").contains("would be refused: " + over);
    }

    @Test
    void aName_isStillAName() {
        assertThat(shop.berth("book", "night run", "--for", "2h", "--from", "10:00")
                        .out())
                .startsWith("booked\nreservation  r1, night run\n");
        assertThat(shop.berth("book", "tonight").err()).startsWith("Give either --work or --stay");
        assertThat(shop.berth("book", "a", "--name", "b", "--for", "2h", "--from", "10:00")
                        .err())
                .containsSubsequence("--name: ", "named \"a\"");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            book 2 servers quickly for 2h | Not understood: "quickly" (word 3).
            book 2 servers for 2h on 03/04 | Not understood: "on 03/04" (word 5). The date "03/04"
            book 2 servers tonight | Say how long
            book 2 servers for 2h --servers 3 | --servers: the words already say how many
            book 2 servers for 2h --work 3h | --work: the words already say how long
            book 2 servers on fast for 2h --pool slow | --pool: the words already say the pool
            book 2 servers tonight for 2h --from 22:00 | --ready: the words already say when
            book 2 servers every day 9 to 10 --repeat FREQ=DAILY;COUNT=2 | --repeat: the words already say how often
            offers 2 servers every day 9 to 10 | Offers are for a single time
            """)
    void whatCannotBeMeant_isBadInput(String line, String message) {
        Ran ran = berth(line);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith(message).hasLineCount(1);
        assertThat(shop.berth("list").out()).startsWith("You have no such reservations");
    }

    @Test
    void json_isTheAnswerAlone() {
        assertThat(berth("book 2 servers on fast tonight for 8 hours --json").out())
                .startsWith("{");
    }

    @Test
    void slowPool_isSaid_withHowToAskForTheFastOne() {
        assertThat(berth("book x --work 2h --deadline now+12h").out())
                .containsSubsequence(
                        "Pool slow is slower than pool fast",
                        "(rate 0.5 instead of 1)",
                        "4h instead of 2h.\n",
                        "Pool fast ",
                        "from 2026-11-16 08:00 to 2026-11-16 10:00 for 4.00.\n",
                        "berth cancel r1, ",
                        "--pool fast\n");
        assertThat(berth("book y --work 2h --deadline now+12h --pool slow").out())
                .doesNotContain("slower");
        assertThat(berth("offers z --work 2h --deadline now+12h").out())
                .contains("Pool slow is slower than pool fast", "To see that, add --pool fast\n");
    }

    /** The exact boundary: 3 minutes of work by 3 minutes from now. */
    @Test
    void workUntilItsDeadline_fits() {
        assertThat(berth("book x --work 3m --deadline now+3m --pool fast").out())
                .contains("when         2026-11-16 08:00 to 2026-11-16 08:03\n");
        assertThat(berth("book x --work 3m --deadline now+2m --pool fast").err())
                .contains("deadline-impossible");
    }
}
