package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhraseTest {
    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
    private static final long TIME = Instant.parse("2026-11-17T23:00:00Z").toEpochMilli();

    @Test
    void times_areInTheZoneOfTheReader() {
        Phrase phrase = Phrase.of("Job %s starts at %s", "a", Phrase.time(TIME));
        assertThat(phrase.toString()).isEqualTo("Job a starts at 2026-11-17T23:00:00Z");
        assertThat(phrase.in(ZURICH)).isEqualTo("Job a starts at 2026-11-18 00:00");
        assertThat(Phrase.of("%s", Phrase.time(TIME + 5_000)).in(ZURICH)).isEqualTo("2026-11-18 00:00:05");
        assertThat(phrase.isPlain()).isFalse();
    }

    @Test
    void phrasesWithinPhrases_areForTheSameReader() {
        Phrase both =
                Phrase.joined(". ", List.of(Phrase.of("At %s", Phrase.time(TIME)), Phrase.text("100% of job %s")));
        assertThat(both.in(ZURICH)).isEqualTo("At 2026-11-18 00:00. 100% of job %s");
        assertThat(both.isPlain()).isFalse();
    }

    @Test
    void textIsLeftAlone() {
        String text = "job 2026-11-17T23:00:00Z of 1794956400000 has 5% %s %d";
        assertThat(Phrase.text(text).in(ZURICH)).isEqualTo(text);
        assertThat(Phrase.text(text)).hasToString(text);
        assertThat(Phrase.text(text).isPlain()).isTrue();
    }

    @Test
    void timesOutOfRange_areStillWords() {
        assertThat(Phrase.of("%s", Phrase.time(-1)).in(ZURICH)).isEqualTo("before 1970");
        assertThat(Phrase.of("%s", Phrase.time(Long.MAX_VALUE))).hasToString("9999-12-31T23:59:59.999Z");
    }
}
