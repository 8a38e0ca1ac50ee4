package dev.berth.service.series;

import static dev.berth.service.TestSite.ANA;
import static dev.berth.service.TestSite.BEN;
import static dev.berth.service.TestSite.HOUR;
import static dev.berth.service.TestSite.START;
import static dev.berth.service.TestSite.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.service.TestSite;
import dev.berth.service.booking.Bookings;
import dev.berth.service.series.Series.Mode;
import dev.berth.service.series.Series.Occurrence;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Refused;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SeriesBookingsTest {
    private static final long DAY = 24 * HOUR;
    private static final long FIRST = START + HOUR;

    private final TestSite site = new TestSite(new Pool("p", 2, "1"));

    @AfterEach
    void end() {
        site.close();
    }

    /** Both servers for an hour on three days. */
    private static SeriesBookings.Order order(String user, Mode mode) {
        return new SeriesBookings.Order(
                TestSite.job(user, new Window(FIRST, FIRST + HOUR), 2),
                new Recurrence("FREQ=DAILY;COUNT=3", ZoneOffset.UTC),
                List.of(FIRST, FIRST + DAY, FIRST + 2 * DAY),
                mode,
                null);
    }

    private Series book(Mode mode) {
        return site.write(ANA, t -> SeriesBookings.book(t, ANA, order("ana", mode)));
    }

    private void takeTheSecondDay() {
        Window second = new Window(FIRST + DAY, FIRST + DAY + HOUR);
        site.write(BEN, t -> Bookings.book(t, BEN, TestSite.job("ben", second, 1), null));
    }

    @Test
    void series_isOneDeed_withAReservationForEachOccurrence() {
        Series series = book(Mode.ALL_OR_NOTHING);
        assertThat(series.id()).isEqualTo("s1");
        assertThat(series.occurrences())
                .extracting(Occurrence::ready)
                .containsExactly(FIRST, FIRST + DAY, FIRST + 2 * DAY);
        assertThat(site.open()).isEqualTo(3);
        assertThat(site.deeds()).containsExactly("ana book-series s1");
    }

    @Test
    void allOrNothing_leavesNothingIfOneIsRefused() {
        takeTheSecondDay();
        assertThatExceptionOfType(Refused.class).isThrownBy(() -> book(Mode.ALL_OR_NOTHING));
        assertThat(site.open()).isEqualTo(1);
        assertThat(site.deeds()).containsExactly("ben book r1");
    }

    @Test
    void bestPossible_saysWhyOneIsRefused_andIsRefusedIfAllAre() {
        takeTheSecondDay();
        Series series = book(Mode.BEST_POSSIBLE);
        assertThat(series.occurrences()).extracting(Occurrence::code).containsExactly("", "no-capacity", "");
        assertThat(site.open()).isEqualTo(3);
        assertThatExceptionOfType(Refused.class).isThrownBy(() -> book(Mode.BEST_POSSIBLE));
    }

    @Test
    void onlyItsOwner_seesAndChangesIt() {
        book(Mode.ALL_OR_NOTHING);
        rejected(
                Code.NOT_ALLOWED,
                "series s1 belongs to another user",
                () -> site.write(BEN, t -> SeriesBookings.cancel(t, BEN, "s1")));
        rejected(Code.NOT_FOUND, "series", () -> site.read(view -> SeriesBookings.own(view, ANA, "s2")));
        rejected(Code.NOT_FOUND, "series", () -> site.read(view -> SeriesBookings.own(view, ANA, "r1")));
        assertThat(site.open()).isEqualTo(3);
    }

    @Test
    void skipped_isOneOccurrence_cancelledAllThatAreLeft() {
        Series series = book(Mode.ALL_OR_NOTHING);
        rejected(Code.INVALID, "occurrence", () -> SeriesBookings.occurrence(series, FIRST + 1));
        site.write(ANA, t -> SeriesBookings.skip(t, ANA, "s1", FIRST + DAY));
        assertThat(site.open()).isEqualTo(2);
        Series cancelled = site.write(ANA, t -> SeriesBookings.cancel(t, ANA, "s1"));
        assertThat(cancelled.occurrences()).allMatch(Occurrence::skipped);
        assertThat(site.open()).isZero();
        assertThat(site.deeds())
                .containsExactly(
                        "ana book-series s1",
                        "ana cancel r2",
                        "ana skip s1",
                        "ana cancel r1",
                        "ana cancel r3",
                        "ana cancel-series s1");
    }
}
