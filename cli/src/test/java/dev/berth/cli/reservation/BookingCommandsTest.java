package dev.berth.cli.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import dev.berth.cli.text.AnswerText;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.words.Moments;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every command against a real service. */
class BookingCommandsTest {
    private static final String COURSE = """
            reservation  r1, course
            user         admin
            state        waiting
            where        2 servers of pool fast
            when         2026-11-16 09:00 to 2026-11-16 11:00
            allowed      2026-11-16 09:00 to 2026-11-16 11:00
            stay         2h
            price        8.00
            """;

    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    /** Expects success, and these parts of the output in this order. */
    private static void isDoneWith(Ran ran, CharSequence... parts) {
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).containsSubsequence(parts);
        assertThat(ran.code()).isZero();
    }

    private static void isDone(Ran ran, String out) {
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).isEqualTo(out);
        assertThat(ran.code()).isZero();
    }

    @Test
    void book_show_list() {
        isDone(shop.fill(), "booked\n" + COURSE);
        isDone(shop.berth("show", "r1"), COURSE);
        isDone(shop.berth("list"), """
                ID  NAME    USER   STATE    POOL  SERVERS  START             END               PRICE
                r1  course  admin  waiting  fast  2        2026-11-16 09:00  2026-11-16 11:00  8.00
                """);
        assertThat(shop.berth("list", "--state", "running").out()).containsSubsequence("no such reservations", "--all");
        assertThat(shop.berth("list", "--all", "--pool", "slow").out()).isEqualTo("No reservations found\n");
    }

    @Test
    void whenFree_isShown_andNoticeNeedsIt() {
        assertThat(shop.berth(
                                "book",
                                "a",
                                "--work",
                                "1h",
                                "--deadline",
                                "now+1d",
                                "--start",
                                "when-free",
                                "--notice",
                                "30m")
                        .out())
                .contains("a notice of 30m\n");
        assertThat(shop.berth("book", "b", "--work", "1h", "--deadline", "now+1d", "--start", "when-free")
                        .out())
                .contains("starts       when servers are free\n");
        assertThat(shop.berth("book", "c", "--work", "1h", "--deadline", "now+1d", "--notice", "30m")
                        .err())
                .containsSubsequence("--notice ", "--start when-free");
        assertThat(shop.berth("book", "d", "--work", "1h", "--deadline", "now+1d", "--start", "soon")
                        .err())
                .contains("as-promised, when-free");
    }

    @Test
    void queued_isShown_andCanBeWithdrawn() {
        String request = """
                request      r1, a
                user         admin, priority 5
                state        queued
                decided      2026-11-16 08:10
                servers      1
                allowed      2026-11-16 08:00 to 2026-11-17 08:00
                work         1h
                budget       5.00
                """;
        Ran queued = shop.berth("book", "a", "--work", "1h", "--deadline", "now+1d", "--budget", "5", "--queued");
        assertThat(queued.code()).as(queued.err()).isZero();
        assertThat(queued.out()).startsWith(request + "\n").endsWith(": berth show r1\n");
        isDone(shop.berth("show", "r1"), request);
        assertThat(shop.berth("confirm", "r1").err()).contains("still-queued");
        isDone(shop.berth("cancel", "r1"), "Cancelled r1. No charge\n");
        assertThat(shop.berth("show", "r1").err()).contains("Reservation r1 does not exist");
        assertThat(shop.berth("book", "--offer", "o-x", "--queued").code()).isEqualTo(2);
    }

    @Test
    void turnedAway_saysWhy() throws IOException {
        JsonNode answer = new ObjectMapper().readTree("""
                {"id":"r7","state":"turned-away","name":"a","user":"ann","closed":"2026-11-16T08:10:00Z",
                 "code":"no-capacity","reason":"no pool has them"}""");
        assertThat(new AnswerText(new Moments(Shop.CLOCK, ZoneOffset.UTC)).reservation(answer))
                .isEqualTo("""
                request      r7, a
                user         ann
                state        turned-away at 2026-11-16 08:10
                reason       no pool has them (no-capacity)
                """);
    }

    @Test
    void list_pagesOn() {
        shop.fill();
        shop.berth("book", "next", "--work", "1h", "--deadline", "now+1d");

        assertThat(shop.berth("list", "--limit", "1").out()).contains("course").endsWith("More with --after r1\n");
        assertThat(shop.berth("list", "--after", "r1", "--from", "now", "--to", "now+2d")
                        .out())
                .contains("next")
                .doesNotContain("course");
    }

    @Test
    void json_isTheAnswerOfTheService() {
        assertThat(Shop.json(shop.berth(
                                "book", "a", "--work", "1h", "--deadline", "now+1d", "--pool", "fast", "--json"))
                        .path("work")
                        .asText())
                .isEqualTo("PT1H");
        assertThat(Shop.json(shop.berth("list", "--json")).path("reservations")).hasSize(1);
        assertThat(Shop.json(shop.berth("show", "r1", "--json")).path("name").asText())
                .isEqualTo("a");
        assertThat(Shop.json(shop.berth("pools", "--json")).path("pools")).hasSize(2);
        assertThat(Shop.json(shop.berth("timetable", "--json")).path("by").asText())
                .isEqualTo("server");
        assertThat(Shop.json(shop.berth("cancel", "r1", "--dry-run", "--json"))
                        .path("dryRun")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void refusal_saysWhyAndWhatCouldBe_andTheOfferCanBeBooked() {
        shop.fill();

        Ran ran = shop.fill();

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).startsWith("Refused: ").contains("(no-capacity)", "Alternatives:\nOFFER ");
        assertThat(ran.err()).as("times of this zone").doesNotContainPattern("\\d\\dZ");
        String offer = ran.err().replaceAll("(?s).*Book one with: berth book --offer (\\S+)\n.*", "$1");
        Ran booked = shop.berth("book", "--offer", offer);
        assertThat(booked.err()).isEmpty();
        assertThat(booked.out()).startsWith("booked\nreservation  r2, course\n");
    }

    @Test
    void refusal_asJson_isOnStandardOutputToo() {
        shop.fill();

        Ran ran = shop.berth(
                "book", "x", "--stay", "2h", "--pool", "fast", "--ready", "09:00", "--deadline", "11:00", "--json");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(Shop.json(ran).path("code").asText()).isEqualTo("no-capacity");
        assertThat(ran.err()).startsWith("Refused: ");
    }

    @Test
    void offers_withHold_thenConfirm() {
        Ran ran = shop.berth(
                "offers",
                "trial",
                "--work",
                "1h",
                "--ready",
                "10:00",
                "--deadline",
                "11:00",
                "--pool",
                "fast",
                "--hold",
                "10m",
                "--most",
                "1",
                "--order",
                "start",
                "--horizon",
                "1d");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out().replaceAll("o-\\S+", "o-").replaceAll(" +", " ")).isEqualTo("""
                        OFFER WHAT POOL SERVERS START END PRICE UNTIL
                        o- as-asked fast 1 2026-11-16 10:00 2026-11-16 11:00 2.00 2026-11-16 08:10
                        Held as r1. Confirm with: berth confirm r1
                        """);
        assertThat(shop.berth("show", "r1").out()).contains("held until 2026-11-16 08:10");
        assertThat(shop.berth("confirm", "r1").out()).startsWith("confirmed\nreservation  r1, trial\n");
    }

    @Test
    void offers_ofWhatCannotBe_areARefusal() {
        Ran ran =
                shop.berth("offers", "huge", "--work", "1h", "--servers", "99", "--deadline", "now+2h", "--most", "1");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).startsWith("Refused: ").contains("(too-many-servers)");
    }

    @Test
    void offers_notAsAsked_sayWhy() {
        shop.fill();

        assertThat(shop.berth(
                                "offers",
                                "x",
                                "--stay",
                                "2h",
                                "--pool",
                                "fast",
                                "--ready",
                                "09:00",
                                "--deadline",
                                "11:00")
                        .out())
                .startsWith("Not possible as requested: ")
                .contains("between 2026-11-16 09:00 and 2026-11-16 11:00", "later", "berth book --offer o-");
    }

    @Test
    void change_dryRunShowsTheQuote_thenInEarnest() {
        shop.fill();

        assertThat(shop.berth("change", "r1", "move", "--by", "1h", "--dry-run").out())
                .startsWith("Would be changed. Price 8.00, as before")
                .contains("2026-11-16 10:00 to 2026-11-16 12:00");
        assertThat(shop.berth("show", "r1").out()).isEqualTo(COURSE);
        assertThat(shop.berth("change", "r1", "move", "--by", "-30m").out())
                .startsWith("Changed. ")
                .contains("2026-11-16 08:30 to 2026-11-16 10:30");
        assertThat(shop.berth("change", "r1", "relax", "--ready", "now", "--deadline", "18:00")
                        .out())
                .contains("allowed      2026-11-16 08:00 to 2026-11-16 18:00");
        assertThat(shop.berth("change", "r1", "shrink", "--servers", "1").out()).contains("1 server of pool fast");
        assertThat(shop.berth("change", "r1", "extend", "--work", "1h").out()).contains("stay         3h");
        assertThat(shop.berth("change", "r1", "fix").code()).isZero();
    }

    @Test
    void aTimeAlone_meansNow_asInPlainWords() {
        assertThat(shop.berth("book", "notebook", "--for", "20m", "--pool", "fast")
                        .out())
                .contains("when         2026-11-16 08:00 to 2026-11-16 08:20");
        assertThat(shop.berth("book", "--for", "20m", "--pool", "fast").out())
                .contains("when         2026-11-16 08:00 to 2026-11-16 08:20");
        assertThat(shop.berth("book", "third", "--for", "20m", "--pool", "fast").err())
                .as("now, not later")
                .startsWith("Refused");
        assertThat(shop.berth("book", "1", "server", "in", "slow", "for", "20m").out())
                .contains("when         2026-11-16 08:00 to 2026-11-16 08:20");
        assertThat(shop.berth("offers", "fourth", "--for", "20m", "--pool", "slow")
                        .code())
                .isZero();
    }

    @Test
    void change_extendsByATimeOnTheServers() {
        shop.berth("book", "stay", "--for", "1h", "--pool", "slow", "--from", "10:00");
        assertThat(shop.berth("change", "r1", "extend", "--for", "30m").out())
                .contains("when         2026-11-16 10:00 to 2026-11-16 11:30");
        shop.berth("book", "work", "--work", "1h", "--pool", "slow", "--from", "12:00", "--deadline", "14:00");
        assertThat(shop.berth("change", "r2", "extend", "--for", "30m").out())
                .as("at half the rate, half an hour is 15 minutes of work")
                .contains("when         2026-11-16 12:00 to 2026-11-16 14:30", "work         1h15m");
        assertThat(shop.berth("change", "r2", "shrink", "--for", "30m").out())
                .contains("when         2026-11-16 12:00 to 2026-11-16 14:00");
    }

    @Test
    void aRefusedExtension_saysHowFarItCouldGo() {
        shop.berth("book", "mine", "--for", "1h", "--pool", "fast", "--servers", "2", "--from", "09:00");
        shop.berth("book", "next", "--for", "1h", "--pool", "fast", "--from", "10:20");
        assertThat(shop.berth("change", "r1", "extend", "--for", "30m").err())
                .startsWith("Refused: ")
                .contains("is 2026-11-16 10:20");
    }

    @Test
    void change_thatIsNone_isBadUsage() {
        assertThat(shop.berth("change", "r1", "sell").code()).isEqualTo(2);
        assertThat(shop.berth("change", "r1", "sell").err()).contains("sell", "fix, relax, move, extend, shrink");
    }

    @Test
    void cancel_dryRun_thenInEarnest() {
        shop.fill();

        isDone(shop.berth("cancel", "r1", "--dry-run"), "Would cancel r1. Price 0.00 instead of 8.00; fee 1.60\n");
        isDone(shop.berth("cancel", "r1"), "Cancelled r1. Price 0.00 instead of 8.00; fee 1.60\n");
        Ran gone = shop.berth("cancel", "r1");
        assertThat(gone.code()).isEqualTo(2);
        assertThat(gone.err()).contains("r1");
        assertThat(shop.berth("show", "r1").out()).contains("cancelled");
        assertThat(shop.berth("list", "--state", "cancelled").out()).contains("r1");
    }

    @Test
    void pools_andDrain() {
        shop.fill();

        Ran inTheWay =
                shop.berth("drain", "fast", "--servers", "0-1", "--from", "now+30m", "--to", "12:00", "--dry-run");
        assertThat(inTheWay.code()).isEqualTo(1);
        String affected = """
                ID  NAME    USER   SERVERS  START             END               WITH --move
                r1  course  admin  2        2026-11-16 09:00  2026-11-16 11:00  cannot move: no other place between 2026-11-16 09:00 and 2026-11-16 11:00
                """;
        assertThat(inTheWay.out())
                .startsWith("Cannot be drained: servers 0-1 of fast. Affected reservations: r1\n" + affected)
                .containsOnlyOnce("(berth change ID, berth cancel ID)");
        for (String[] move : new String[][] {{}, {"--move"}}) {
            Ran refused = shop.berth(
                    Stream.concat(Stream.of("drain", "fast", "--servers", "0,1", "--to", "12:00"), Stream.of(move))
                            .toArray(String[]::new));
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).containsSubsequence("(reservations-in-the-way)\n", affected, "berth cancel ID");
        }
        isDoneWith(
                shop.berth("drain", "slow", "--servers", "3", "--dry-run"),
                "Can be drained: server 3 of slow. ",
                "No reservations ");
        isDoneWith(
                shop.berth("drain", "slow", "--servers", "2,3", "--to", "12:00"),
                "Drained: servers 2,3 of slow. berth undrain ");
        isDone(shop.berth("pools"), """
                POOL  SERVERS  RATE  PRICE/H  ATTRIBUTES
                slow  4        0.5
                fast  2        1     2.00
                outage: server 2 of slow from 2026-11-16 08:00 to 2026-11-16 12:00
                outage: server 3 of slow from 2026-11-16 08:00 to 2026-11-16 12:00
                """);
    }

    @ParameterizedTest
    @CsvSource({"''", "a", "3-1", "0-", "'1,,2'", "0-100000"})
    void drain_ofWhatAreNoNumbers_isBadInput(String servers) {
        Ran ran = shop.berth("drain", "slow", "--servers=" + servers);

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--servers: \"" + servers + "\"");
    }

    @Test
    void badTimes_areSaidAsTheShellWritesThem_andEchoedIfTheyAreNone() {
        assertThat(shop.berth("book", "x", "--stay", "1h", "--deadline", "2026-11-01 10:00")
                        .err())
                .containsSubsequence("deadline: \"2026-11-01 10:00\"", ", 2026-11-16 08:00\n");
        Ran none = shop.typed("""
                [{"kind": "reserve", "job": {"name": "x", "work": "PT1H", "deadline": "2026-06-31T09:00:00Z"}}]
                """, "whatif", "-");
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.err()).contains("\"2026-06-31T09:00:00Z\"");
    }

    @Test
    void whatIf_answersEveryCommandAndKeepsNothing() {
        shop.fill();

        Ran ran = shop.typed("""
                [{"kind": "cancel", "reservation": "r1"},
                 {"kind": "reserve", "job": {"name": "x", "work": "PT1H", "deadline": "2026-11-16T09:00:00Z", "pool": "fast"}},
                 {"kind": "reserve", "job": {"name": "y", "work": "PT9H", "deadline": "2026-11-16T09:00:00Z"}}]
                """, "whatif", "-");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .contains("1. accepted\nPrice 0.00 instead of 8.00; fee 1.60\n", "2. accepted\n", "3. Refused: ");
        assertThat(shop.berth("show", "r1").out()).isEqualTo(COURSE);
        assertThat(shop.typed("[{]", "whatif", "-").err()).contains("-: line 1, column 3: not valid JSON");
        assertThat(shop.berth("whatif", "none.json").code()).isEqualTo(3);
    }

    @Test
    void repeat_booksASeries() {
        Ran ran = shop.berth(
                "book",
                "lecture",
                "--stay",
                "1h",
                "--ready",
                "10:00",
                "--deadline",
                "11:00",
                "--pool",
                "fast",
                "--repeat",
                "FREQ=DAILY;COUNT=2");

        isDone(ran, """
                booked as series s1
                READY             STATE   ID  POOL  START             END               PRICE
                2026-11-16 10:00  booked  r1  fast  2026-11-16 10:00  2026-11-16 11:00  2.00
                2026-11-17 10:00  booked  r2  fast  2026-11-17 10:00  2026-11-17 11:00  2.00
                """);
    }

    @Test
    void series_isShownAndCancelledByItsId() {
        String words = "book lecture --from 10:00 --to 11:00 --pool fast --repeat FREQ=DAILY;COUNT=2";
        shop.berth(words.split(" ", -1));

        assertThat(shop.berth("show", "s1").out())
                .startsWith("series s1\nREADY ")
                .contains("2026-11-16 10:00  booked  r1", "2026-11-17 10:00  booked  r2");
        assertThat(shop.berth("show", "s2").err()).contains("Unknown series s2");
        assertThat(shop.berth("cancel", "s1", "--dry-run").code()).isEqualTo(2);
        assertThat(shop.berth("cancel", "s1").out()).startsWith("Cancelled series s1\nREADY ");
        assertThat(shop.berth("list").out()).startsWith("You have no such reservations");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--from 22:00 --to 06:00 | 2026-11-16 22:00 to 2026-11-17 06:00",
                "--from 10pm --for 8h | 2026-11-16 22:00 to 2026-11-17 06:00",
                "--from tonight --to 11pm | 2026-11-16 20:00 to 2026-11-16 23:00",
                "--from tomorrow_6am --for 2_hours | 2026-11-17 06:00 to 2026-11-17 08:00",
                "--ready Mon_10:00 --deadline Mon_12:00 | 2026-11-16 10:00 to 2026-11-16 12:00",
                "--from in_2h --for 30m | 2026-11-16 10:00 to 2026-11-16 10:30"
            })
    void window_inMyWords(String options, String window) {
        String[] words = ("book x --pool fast " + options).split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].replace('_', ' ');
        }

        Ran ran = shop.berth(words);

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).contains("when         " + window + "\n");
    }

    @Test
    void noTimeToLose_stillFits(@TempDir Path directory) {
        try (Shop later = new Shop(directory, Clock.offset(Shop.CLOCK, Duration.ofMillis(900)))) {
            Ran ran = later.berth("book", "x", "--work", "3m", "--deadline", "now+3m", "--pool", "fast");

            assertThat(ran.err()).isEmpty();
            assertThat(ran.code()).isZero();
        }
    }

    @Test
    void change_toATarget() {
        shop.fill();

        assertThat(shop.berth("change", "r1", "move", "--to", "10:00").out())
                .contains("2026-11-16 10:00 to 2026-11-16 12:00");
        assertThat(shop.berth("change", "r1", "shrink", "--to", "1").out()).contains("1 server of pool fast");
        assertThat(shop.berth("change", "r1", "shrink", "--to", "1").err()).startsWith("--to: \"1\" is not a number");
        assertThat(shop.berth("change", "r1", "extend", "--to", "1").err()).startsWith("--to is for move and shrink");
    }

    @Test
    void blockedServers_areListedWithTheirReason() {
        shop.server
                .site()
                .write(
                        "admin",
                        transaction -> transaction.submit(new Command.Block(
                                new PoolId("fast"),
                                ServerSet.of(0),
                                new Window(
                                        0, Instant.parse("2026-11-16T10:00:00Z").toEpochMilli()),
                                "job 7")))
                .join();
        assertThat(shop.berth("pools").out())
                .contains("blocked by job 7: server 0 of fast from 2026-11-16 08:00 to 2026-11-16 10:00\n");
    }

    @Test
    void serversBreakDown_andComeBack() {
        shop.fill();
        isDoneWith(
                shop.berth("fail", "slow", "--servers", "0", "--for", "1h", "--dry-run"),
                "Would be ",
                "server 0 of slow. Expected back: 2026-11-16 09:00. No reservations ");
        isDoneWith(
                shop.berth("fail", "fast", "--servers", "0", "--dry-run"),
                "Would be ",
                "server 0 of fast\n",
                ": r1\n",
                """
                        ID  NAME    USER   STATE     POOL  SERVERS  START             END               PRICE
                        r1  course  admin  degraded  fast  2        2026-11-16 09:00  2026-11-16 11:00  8.00
                        """);
        assertThat(shop.berth("show", "r1").out()).contains("state        waiting");
        isDoneWith(shop.berth("fail", "fast", "--servers", "0"), "Marked as failed: server 0 of fast\n", ": r1\n", """
                        ID  NAME    USER   STATE     POOL  SERVERS  START             END               PRICE
                        r1  course  admin  degraded  fast  2        2026-11-16 09:00  2026-11-16 11:00  8.00
                        """);
        assertThat(shop.berth("pools").out())
                .contains("failed: server 0 of fast from 2026-11-16 08:00, repair time unknown\n");
        isDoneWith(
                shop.berth("show", "r1"),
                """
                        state        degraded
                        lost         2026-11-16 08:00, server 0 failed (reported by admin)
                        no place     Job course needs 2 free servers""",
                "between 2026-11-16 09:00 and 2026-11-16 11:00",
                "tried: fast\n",
                "kept  ",
                "by 2026-11-16 09:00\n");
        isDone(shop.berth("undrain", "fast", "--servers", "0"), "Back in service: server 0 of fast\n");
        assertThat(shop.berth("show", "r1").out()).contains("""
                        state        waiting
                        lost         2026-11-16 08:00, server 0 failed (reported by admin)
                        recovered    2026-11-16 08:00
                        """);
        assertThat(shop.berth("undrain", "fast", "--servers", "x").err()).contains("--servers: \"x\"");
    }

    @Test
    void list_showsWhatIsQueued_andSaysWhatItHides() {
        shop.fill();
        shop.berth("book", "nightly", "--work", "2h", "--deadline", "20:00", "--queued");
        shop.berth("book", "gone", "--stay", "1h", "--deadline", "20:00", "--pool", "slow");
        shop.berth("cancel", "r3");
        isDone(shop.berth("list"), """
                ID  NAME     USER   STATE                          POOL  SERVERS  START             END               PRICE
                r1  course   admin  waiting                        fast  2        2026-11-16 09:00  2026-11-16 11:00  8.00
                r2  nightly  admin  queued until 2026-11-16 08:10        1
                1 ended recently: berth list --ended
                """);
        assertThat(shop.berth("list", "--ended").out())
                .contains("r3", "cancelled")
                .doesNotContain("r1", "recently");
        assertThat(shop.berth("list", "--pool", "slow").out())
                .containsSubsequence(
                        "no such reservations", "--all", "1 ended recently: berth list --pool slow --ended\n");
        assertThat(shop.berth("list", "--user", "nobody").out())
                .isEqualTo("No reservations found\n1 of other users: berth list --all\n");
        assertThat(shop.berth("list", "--all").out()).contains("r1", "r2").doesNotContain("other users");
    }

    @Test
    void extend_byServers_saysWhatWouldFitInstead() {
        shop.berth("book", "render", "--stay", "2h", "--pool", "slow", "--servers", "2", "--from", "10:00");
        assertThat(shop.berth("change", "r1", "extend", "--servers", "1").out())
                .contains("3 servers of pool slow", "2026-11-16 10:00 to 2026-11-16 12:00");
        shop.berth("book", "other", "--stay", "1h", "--pool", "slow", "--from", "12:00", "--servers", "3");
        shop.berth("book", "wall", "--stay", "1h", "--pool", "slow", "--from", "11:00");
        Ran refused = shop.berth("change", "r1", "extend", "--servers", "1");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err())
                .contains("(no-capacity)\n", "Alternatives:\n")
                .containsPattern("later +slow +1 +2026-11-16 12:00 +2026-11-16 14:00");
        assertThat(shop.berth("change", "r1", "extend").err()).contains("work or servers is required");
    }

    @Test
    void drain_movesWhatIsFlexible_ifAsked() {
        shop.berth("book", "render", "--stay", "2h", "--pool", "fast", "--servers", "2", "--deadline", "20:00");
        String[] drain = {"drain", "fast", "--servers", "0", "--to", "12:00", "--move"};
        Ran rehearsed = shop.berth(
                Stream.concat(Stream.of(drain), Stream.of("--dry-run")).toArray(String[]::new));
        isDone(rehearsed, """
                Can be drained: server 0 of fast. Affected reservations: r1
                ID  NAME    USER   SERVERS  START             END               WITH --move
                r1  render  admin  2        2026-11-16 08:00  2026-11-16 10:00  moves to 2026-11-16 12:00 - 2026-11-16 14:00 on fast
                """);
        assertThat(shop.berth("drain", "fast", "--servers", "0", "--to", "12:00")
                        .err())
                .endsWith("All of them can move: add --move\n");
        isDoneWith(shop.berth(drain), """
                ID  NAME    USER   SERVERS  START             END               OUTCOME
                r1  render  admin  2        2026-11-16 08:00  2026-11-16 10:00  moved to 2026-11-16 12:00 - 2026-11-16 14:00 on fast
                Drained: server 0 of fast. berth undrain""");
        assertThat(shop.berth("show", "r1").out()).contains("2026-11-16 12:00 to 2026-11-16 14:00");
    }

    @Test
    void aWindowAlone_isBooked_andNamedAfterTheTime() {
        Ran booked = shop.berth("book", "--from", "22:00", "--to", "06:00");
        assertThat(booked.code()).as(booked.toString()).isZero();
        assertThat(booked.out()).contains("reservation  r1, booking-0800", "2026-11-16 22:00 to 2026-11-17 06:00");
        assertThat(shop.berth("offers", "--from", "22:00", "--for", "1h").code())
                .isZero();
    }

    @Test
    void serversThatBreakDown_areExpectedBack() {
        shop.fill();
        assertThat(shop.berth("fail", "fast", "--servers", "0", "--until", "09:00", "--for", "1h")
                        .err())
                .contains("--until and --for");
        isDone(
                shop.berth("fail", "fast", "--servers", "0", "--for", "1h"),
                "Marked as failed: server 0 of fast. Expected back: 2026-11-16 09:00\n");
        assertThat(shop.berth("show", "r1").out()).contains("state        waiting");
        assertThat(shop.berth("pools").out())
                .contains("failed: server 0 of fast from 2026-11-16 08:00, repair expected 2026-11-16 09:00\n");
        assertThat(shop.berth("fail", "fast", "--servers", "0", "--until", "09:30")
                        .out())
                .startsWith("Marked as failed: server 0 of fast. Expected back: 2026-11-16 09:30\n")
                .contains(": r1\n");
    }

    @Test
    void requestsThatWait_areListed() {
        assertThat(shop.berth("requests").out()).startsWith("No queued requests");
        assertThat(shop.berth("requests", "--turned-away").out()).startsWith("No requests were rejected");
        shop.berth("book", "nightly", "--work", "2h", "--deadline", "20:00", "--queued");
        assertThat(shop.berth("requests").out()).isEqualTo("""
                        ID  NAME     USER   PRIORITY  SERVERS  READY             DEADLINE          DECIDED           DEFERRED
                        r1  nightly  admin  5         1        2026-11-16 08:00  2026-11-16 20:00  2026-11-16 08:10  0
                        """);
    }
}
