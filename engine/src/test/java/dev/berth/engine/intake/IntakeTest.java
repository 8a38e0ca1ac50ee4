package dev.berth.engine.intake;

import static dev.berth.engine.intake.GoldenCase.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.model.BadValue;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntakeTest {
    private static final Excess DISCARD = new Excess.Discard();

    private static Rules rules(int sd, int most, Sorting sorting) {
        return new Rules(sd, most, sorting, DISCARD);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void goldenCase(int sd) {
        GoldenCase golden = new GoldenCase();
        Round round = golden.order(rules(sd, 3, Sorting.SHORTEST));
        assertThat(golden.inWords(round.order())).isEqualTo("G1L1 G1L2 G1L3 G2L1 G3L1 G2L2 G3L2 G2L3 G3L3 G2L4 G3L4");
        assertThat(round.left()).isEmpty();
        assertThat(round.phases()).hasExactlyElementsOfTypes(Phase.HighPriority.class, Phase.JobPriority.class);
    }

    @Test
    void goldenCase_whereTheFirstDifferenceIsNotSignificant() {
        GoldenCase golden = new GoldenCase();
        Round round = golden.order(rules(6, 3, Sorting.SHORTEST));
        assertThat(golden.inWords(round.order())).isEqualTo("G1L1 G2L1 G1L2 G2L2 G1L3 G2L3 G2L4 G3L1 G3L2 G3L3 G3L4");
        assertThat(round.phases()).hasExactlyElementsOfTypes(Phase.JobPriority.class, Phase.Alone.class);
    }

    @Test
    void goldenCase_whereEveryDifferenceIsSignificant() {
        GoldenCase golden = new GoldenCase();
        Round round = golden.order(rules(0, 3, Sorting.SHORTEST));
        assertThat(golden.inWords(round.order())).isEqualTo("G1L1 G1L2 G1L3 G2L1 G2L2 G2L3 G3L1 G3L2 G3L3 G3L4");
        assertThat(golden.inWords(round.left())).isEqualTo("G2L4");
    }

    @ParameterizedTest
    @CsvSource({
        "SHORTEST, G1L1 G1L2 G2L1 G3L1 G2L2 G3L2 G2L3 G3L3 G2L4 G3L4, G1L3",
        "LONGEST, G1L3 G1L2 G2L4 G3L4 G2L3 G3L3 G2L2 G3L2 G2L1 G3L1, G1L1",
        "FIRST_COME, G1L3 G1L1 G2L1 G2L2 G2L3 G2L4 G3L1 G3L2 G3L3 G3L4, G1L2"
    })
    void sortings(Sorting sorting, String order, String left) {
        GoldenCase golden = new GoldenCase();
        Round round = golden.order(rules(3, 2, sorting));
        assertThat(golden.inWords(round.order())).isEqualTo(order);
        assertThat(golden.inWords(round.left())).isEqualTo(left);
    }

    @Test
    void usersAndJobsThatCameLater_takePart() {
        GoldenCase golden = new GoldenCase();
        golden.add(user("U4", 3));
        golden.add("G4L2");
        golden.add("G1L1");
        Round round = golden.order(rules(5, 3, Sorting.SHORTEST));
        assertThat(golden.inWords(round.order()))
                .as("the newcomer U4 is as high as U2, and comes after it as it came later")
                .isEqualTo("G1L1 G1L1 G1L2 G2L1 G2L2 G4L2 G2L3 G2L4 G3L1 G3L2 G3L3 G3L4");
        assertThat(golden.inWords(round.left())).isEqualTo("G1L3");
    }

    @Test
    void equalUsers_firstComeFirst() {
        List<Request> requests = List.of(new Request(1, "late", 5), new Request(2, "early", 5));
        Round round = Intake.order(Rules.DEFAULT, List.of(user("early", 4), user("late", 4)), requests);
        assertThat(round.order()).extracting(Request::user).containsExactly("early", "late");
    }

    @Test
    void whoIsPutOffOften_isDue_andGoesOn() {
        Rules rules = new Rules(0, 2, Sorting.SHORTEST, new Excess.Defer(2));
        List<User> users = List.of(user("high", 9), user("low", 1));
        List<Request> requests = List.of(
                new Request(1, "high", 90, 2),
                new Request(2, "high", 80, 2),
                new Request(3, "high", 70, 2),
                new Request(4, "high", 1, 1),
                new Request(5, "low", 1));
        Round round = Intake.order(rules, users, requests);
        assertThat(round.order()).extracting(Request::number).containsExactly(3L, 2L, 1L, 5L);
        assertThat(round.left()).extracting(Request::number).containsExactly(4L);
        assertThat(rules.mostRounds()).isEqualTo(3);
    }

    @Test
    void usersWithoutRequests_haveNoSay() {
        List<Request> requests = List.of(new Request(1, "a", 5), new Request(2, "b", 4));
        Round round = Intake.order(
                rules(2, 1, Sorting.SHORTEST), List.of(user("a", 5), user("idle", 4), user("b", 3)), requests);
        assertThat(round.phases()).hasExactlyElementsOfTypes(Phase.JobPriority.class);
        assertThat(Intake.order(Rules.DEFAULT, List.of(user("idle", 4)), List.of())
                        .phases())
                .isEmpty();
    }

    @Test
    void priority_isTheMeanOfPayingAndRank_roundedUp() {
        assertThat(Priority.of(9, 9)).isEqualTo(new Priority(9));
        assertThat(Priority.of(10, 1)).isEqualTo(new Priority(6));
        assertThat(Priority.of(1, 4)).isEqualTo(new Priority(3));
        assertThat(new Priority(3)).isGreaterThan(Priority.LOWEST).hasToString("3");
    }

    @Test
    void badInput_isNamed() {
        assertRefused("sd: \"-1\"", () -> rules(-1, 1, Sorting.SHORTEST));
        assertRefused("n: \"0\"", () -> rules(1, 0, Sorting.SHORTEST));
        assertRefused("patience: \"0\"", () -> new Excess.Defer(0));
        assertRefused("length: \"-5\"", () -> new Request(1, "a", -5));
        assertRefused("deferrals: \"-1\"", () -> new Request(1, "a", 5, -1));
        assertRefused("priority: \"0\"", () -> new Priority(0));
        assertRefused("rank: \"1001\"", () -> Priority.of(1, 1001));
        assertRefused("paying: \"0\"", () -> Priority.of(0, 1));
        assertRefused(
                "user: \"zoe\" is not among the users",
                () -> Intake.order(Rules.DEFAULT, List.of(user("a", 1)), List.of(new Request(1, "zoe", 1))));
        assertRefused(
                "user: \"a\" must be unique",
                () -> Intake.order(Rules.DEFAULT, List.of(user("a", 1), user("a", 2)), List.of()));
        assertRefused("sorting: \"odd\" ", () -> Sorting.of("odd"));
        assertRefused("one of shortest, longest, first-come", () -> Sorting.of("odd"));
        assertThat(Sorting.of("first-come")).isEqualTo(Sorting.FIRST_COME);
    }

    private static void assertRefused(String message, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(BadValue.class).hasMessageContaining(message);
    }
}
