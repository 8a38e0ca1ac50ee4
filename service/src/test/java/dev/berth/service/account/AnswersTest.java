package dev.berth.service.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Bodies go when they are too much; that a request was carried out stays known. */
class AnswersTest {
    private static final long LIFE = Answers.KEPT.toMillis();

    private final Answers answers = new Answers(100, 250, 5, 12);

    private static Answers.Given given(String account, String key, int length) {
        return new Answers.Given(
                account, key, "digest-" + key, 201, "text", "x".repeat(length), "/at/" + key, "e", Optional.empty());
    }

    private Undo tell(Answers.Given given, long time) {
        return answers.apply(given, time, given.account());
    }

    private static List<String> pieces(Answers of) {
        return of.capture()
                .map(piece -> new String(piece, StandardCharsets.UTF_8))
                .toList();
    }

    private boolean isWhole(String account, String key) {
        return answers.to(account, key).orElseThrow().given().isWhole();
    }

    @Test
    void theOldestOfAnAccountShrink_andWhatIsNeededToKnowARepeatedRequestStays() {
        tell(given("ana", "1", 60), 1);
        tell(given("ben", "1", 60), 2);
        tell(given("ana", "2", 60), 3);
        assertThat(isWhole("ana", "1")).isFalse();
        assertThat(isWhole("ana", "2")).isTrue();
        assertThat(isWhole("ben", "1")).isTrue();
        Answers.Given mark = answers.to("ana", "1").orElseThrow().given();
        assertThat(mark.digest()).isEqualTo("digest-1");
        assertThat(mark.status()).isEqualTo(201);
        assertThat(mark.location()).isEqualTo("/at/1");
        assertThat(mark.body()).isEmpty();
        assertThat(mark.dropped()).hasValue(60L);
    }

    @Test
    void inAll_theUserWithTheMostGivesWay() {
        tell(given("ana", "1", 30), 1);
        tell(given("ben", "1", 90), 2);
        tell(given("carla", "1", 90), 3);
        tell(given("dora", "1", 60), 4);
        assertThat(isWhole("ana", "1")).isTrue();
        assertThat(isWhole("ben", "1")).isTrue();
        assertThat(isWhole("carla", "1"))
                .as("of two with as much, the last by name")
                .isFalse();
        assertThat(isWhole("dora", "1")).isTrue();
    }

    @Test
    void aBodyThatIsTooLong_isNotEvenJournaled() {
        Answers.Given large = given("ana", "1", Answers.LONGEST + 1);
        assertThat(large.isWhole()).isFalse();
        assertThat(Codec.write(Answers.Given.class, large)).hasSizeLessThan(500);
        assertThat(Codec.read(Answers.Given.class, Codec.write(Answers.Given.class, large)))
                .isEqualTo(large);
    }

    @Test
    void keysThatAreStillGood_areNeverLost_newOnesAreRefusedInstead() {
        for (int key = 1; key <= 5; key++) {
            assertThat(answers.hasRoom("ana", key)).isTrue();
            tell(given("ana", "k" + key, 0), key);
        }
        assertThat(answers.hasRoom("ana", 5)).isFalse();
        assertThat(answers.hasRoom("ben", 5)).as("others are not concerned").isTrue();
        assertThat(answers.to("ana", "k1")).isPresent();
        // The first is over then, and goes with the next answer.
        long later = 1 + LIFE + 1;
        assertThat(answers.hasRoom("ana", later)).isTrue();
        tell(given("ana", "k6", 0), later);
        assertThat(answers.to("ana", "k1")).isEmpty();
        assertThat(answers.to("ana", "k2")).isPresent();
        assertThat(answers.hasRoom("ana", later)).isFalse();
    }

    @Test
    void manyUsers_cannotKeepAnotherFromUsingKeys() {
        for (int key = 1; key <= 4; key++) {
            for (String user : List.of("ana", "ben", "carla", "dora")) {
                tell(given(user, "k" + key, 0), 1);
            }
        }
        // More than there should be in all; with few of one's own that does not matter.
        assertThat(answers.hasRoom("eva", 1)).isTrue();
    }

    @Test
    void takenBack_isAsIfItHadNeverBeen_andRestoredIsTheSame() {
        long seed = 20261115;
        SplittableRandom random = new SplittableRandom(seed);
        Deque<Undo> undos = new ArrayDeque<>();
        Deque<List<String>> before = new ArrayDeque<>();
        Map<String, Integer> keys = new HashMap<>();
        List<String> users = new ArrayList<>(List.of("ana", "ben", "carla"));
        long time = 0;
        for (int step = 0; step < 2_000; step++) {
            if (!undos.isEmpty() && random.nextInt(3) == 0) {
                undos.pop().undo();
                assertThat(pieces(answers)).as("seed %d, step %d", seed, step).isEqualTo(before.pop());
                continue;
            }
            String user = users.get(random.nextInt(users.size()));
            time += random.nextLong(LIFE / 20);
            before.push(pieces(answers));
            undos.push(tell(given(user, "k" + keys.merge(user, 1, Integer::sum), random.nextInt(90)), time));
            assertThat(answers.bytes()).isLessThanOrEqualTo(250);
            if (step % 50 == 0) {
                Answers other = new Answers(100, 250, 5, 12);
                other.restore(answers.capture().iterator());
                assertThat(pieces(other)).isEqualTo(pieces(answers));
                assertThat(other.bytes()).isEqualTo(answers.bytes());
            }
            if (undos.size() > 30) {
                undos.pollLast();
                before.pollLast();
            }
        }
    }
}
