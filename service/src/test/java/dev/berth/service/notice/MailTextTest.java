package dev.berth.service.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.words.Phrase;
import dev.berth.words.Unit;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Text of mails: when, what about, and what to do. */
class MailTextTest {
    private static final MailText TEXT = new MailText(
            "lab", Optional.of("https://berth.example.org"), ZoneId.of("Europe/Berlin"), pool -> new Unit("gpu"));

    private static Notice notice(NoticeKind kind, String previous) {
        return notice(kind, previous, Phrase.text(""));
    }

    private static Notice notice(NoticeKind kind, String previous, Phrase why) {
        return Notice.of(
                kind,
                "ana",
                "r7",
                "render",
                Optional.of(new Notice.Place("alpha", 2, at("2026-11-16T09:00:00Z"), at("2026-11-16T11:00:00Z"))),
                previous.isEmpty() ? Optional.empty() : Optional.of(at(previous)),
                why,
                at("2026-11-16T08:00:00Z"),
                0);
    }

    private static long at(String time) {
        return Instant.parse(time).toEpochMilli();
    }

    @ParameterizedTest
    @EnumSource
    void everyMail_saysWhatToDo_inWords(NoticeKind kind) {
        assertThat(TEXT.text(List.of(notice(kind, ""))))
                .contains("Takes:   2 gpus of pool alpha", "To do:   ")
                .contains("To choose what you are told: https://berth.example.org/#/notices, or berth notices set")
                .contains("To end these mails: berth notices set --no-mail, or the link to unsubscribe in this mail")
                .doesNotContain("PATCH", "servers");
    }

    @Test
    void withoutAnAddress_onlyCommandsAreNamed() {
        MailText plain = new MailText("lab", Optional.empty(), ZoneId.of("UTC"), pool -> Unit.SERVER);
        assertThat(plain.text(List.of(notice(NoticeKind.CONFIRMED, ""))))
                .contains("To choose what you are told: berth notices set", "Takes:   2 servers of pool alpha")
                .endsWith("To end these mails: berth notices set --no-mail\n");
    }

    @Test
    void timesInReasons_areForTheReader_andNamesStay() {
        Notice notice = notice(
                NoticeKind.DEGRADED,
                "",
                Phrase.of(
                        "Job %s finds no place before %s",
                        "2026-11-16T07:00:00Z", Phrase.time(at("2026-11-16T15:00:00Z"))));
        assertThat(notice.detail()).isEqualTo("Job 2026-11-16T07:00:00Z finds no place before 2026-11-16T15:00:00Z");
        assertThat(TEXT.text(List.of(notice)))
                .contains("Reason:  Job 2026-11-16T07:00:00Z finds no place before Mon 16 Nov 2026 16:00 CET");
    }

    @Test
    void earlierStart_isTheSubject() {
        assertThat(TEXT.subject(List.of(notice(NoticeKind.MOVED, "2026-11-16T15:00:00Z"))))
                .isEqualTo("[lab] render (r7) starts earlier: Mon 16 Nov 2026 10:00 CET");
        assertThat(TEXT.text(List.of(notice(NoticeKind.MOVED, "2026-11-16T15:00:00Z"))))
                .contains("Start:   Mon 16 Nov 2026 10:00 CET (before: Mon 16 Nov 2026 16:00 CET)");
        assertThat(TEXT.subject(List.of(notice(NoticeKind.MOVED, "2026-11-16T08:30:00Z"))))
                .isEqualTo("[lab] render (r7) has moved");
    }
}
