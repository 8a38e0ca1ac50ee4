package dev.berth.api.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.Statuses;
import dev.berth.wire.problem.Rejected;
import org.junit.jupiter.api.Test;

class SeatsTest {
    @Test
    void soManyEach_andSoManyInAll() {
        Seats seats = new Seats(2, 3);
        Seats.Seat first = seats.take("ana");
        seats.take("ana");
        assertThatThrownBy(() -> seats.take("ana")).isInstanceOfSatisfying(Rejected.class, full -> {
            assertThat(Statuses.of(full.problem())).isEqualTo(429);
            assertThat(full.problem().detail().toString()).contains("ana has 2").contains("close one");
        });
        seats.take("ben");
        assertThatThrownBy(() -> seats.take("cora"))
                .isInstanceOfSatisfying(
                        Rejected.class,
                        full -> assertThat(full.problem().detail().toString()).contains("3 event streams"));
        first.close();
        first.close();
        seats.take("cora");
        assertThatThrownBy(() -> seats.take("ben")).isInstanceOf(Rejected.class);
    }

    @Test
    void twoSignsOfLifeAreAskedOfTheStreamsOfAUser() {
        Seats seats = new Seats(2, 3);
        Seats.Seat ana = seats.take("ana");
        Seats.Seat ben = seats.take("ben");
        seats.askForSigns("ana");
        assertThat(ben.owesSign()).isFalse();
        assertThat(ana.owesSign()).isTrue();
        ana.signed();
        assertThat(ana.owesSign()).isTrue();
        ana.signed();
        assertThat(ana.owesSign()).isFalse();
    }
}
