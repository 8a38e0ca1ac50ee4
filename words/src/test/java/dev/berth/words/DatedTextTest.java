package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class DatedTextTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
    private static final long TIME = Instant.parse("2026-11-17T23:00:00Z").toEpochMilli();
    private static final Phrase SENTENCE = Phrase.of(
            "Job %s of %d%% waits from %s until %s",
            "2026-11-17T23:00:00Z", 5, Phrase.time(TIME), Phrase.of("%s, perhaps", Phrase.time(TIME + 3_600_500)));

    @Test
    void keptAndReadAgain_itsTimesAreForEveryReader_andItsNamesStay() {
        DatedText kept = DatedText.of(SENTENCE, 1_000);
        assertThat(kept.text()).isEqualTo(SENTENCE.toString());
        assertThat(kept.times()).hasSize(2);
        assertThat(new DatedText(kept.text(), kept.times()).phrase().in(ZURICH)).isEqualTo(SENTENCE.in(ZURICH));
        assertThat(kept.phrase()).hasToString(SENTENCE.toString());
    }

    @Test
    void cutAnywhere_wholeTimesStayTimes() {
        String whole = SENTENCE.toString();
        int until = whole.indexOf(" until ");
        for (int most = 3; most <= whole.length(); most++) {
            DatedText kept = DatedText.of(SENTENCE, most);
            String text = most == whole.length() ? whole : whole.substring(0, most - 3) + "...";
            assertThat(kept.text()).isEqualTo(text);
            assertThat(kept.phrase()).as("cut after %d", most).hasToString(text);
            assertThat(kept.times().isEmpty()).as("cut after %d", most).isEqualTo(most - 3 < until);
        }
    }

    @Test
    void timesBeforeAll_areWords() {
        assertThat(DatedText.of(Phrase.of("since %s", Phrase.time(-1)), 100))
                .isEqualTo(new DatedText("since before 1970", List.of()));
    }
}
