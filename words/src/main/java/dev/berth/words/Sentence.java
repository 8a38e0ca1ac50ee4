package dev.berth.words;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A booking in full, so that people see how they were understood before anything is booked. */
record Sentence(SpokenJob job, Unit unit, Moments moments, String often) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("EEE uuuu-MM-dd HH:mm", Locale.ENGLISH);

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(job.slice().isWhole() ? count() : parts());
        if (job.pool() != null) {
            text.append(job.table().isEmpty() ? " of pool " : ", of pool ").append(job.pool());
        }
        if (job.host() != null) {
            text.append(" on host ").append(job.host());
        } else if (job.isSpread()) {
            text.append(" on one or several hosts");
        }
        job.attributes()
                .forEach((name, value) ->
                        text.append(' ').append(name).append('=').append(value));
        text.append(length()).append(window());
        add(text, job.licences().isEmpty() ? "" : "with " + PartWords.licences(job.licences()));
        add(text, often);
        add(text, job.budget() == null ? "" : "for at most " + job.budget());
        if (job.starts() != null) {
            add(text, "starting earlier if " + unit.plural() + " are free");
            Duration notice = job.notice();
            add(text, notice == null ? "" : "with " + Spans.words(notice) + " notice");
        }
        add(text, job.name() == null ? "" : "named " + job.name());
        return text.append(" (").append(moments.zone().getId()).append(')').toString();
    }

    private static void add(StringBuilder text, String part) {
        if (!part.isEmpty()) {
            text.append(", ").append(part);
        }
    }

    private String count() {
        if (!job.table().isEmpty()) {
            return ServerTable.words(job.table(), unit);
        }
        int servers = job.servers() == null ? 1 : job.servers();
        return job.mostServers() == null ? unit.counted(servers) : servers + " to " + unit.counted(job.mostServers());
    }

    /** The parts, and on how many servers each. */
    private String parts() {
        boolean isOne = job.table().isEmpty() && count().startsWith("1 ");
        return PartWords.of(job.slice()) + (isOne ? " on one host" : " on each of " + count());
    }

    private String length() {
        Duration work = job.work();
        Duration stay = job.stay();
        if (work != null) {
            String each = job.mostServers() != null ? " together" : count().startsWith("1 ") ? "" : " each";
            return " with " + Spans.words(work) + " of work" + each;
        }
        return stay == null || isExact() || isUntil() ? "" : " for " + Spans.words(stay);
    }

    private boolean isExact() {
        Instant ready = job.ready();
        Instant deadline = job.deadline();
        Duration stay = job.stay();
        return ready != null
                && deadline != null
                && stay != null
                && ready.plus(stay).equals(deadline);
    }

    /** All the time from now on; a moment of it is left for the booking to be made. */
    private boolean isUntil() {
        Instant deadline = job.deadline();
        Duration stay = job.stay();
        return job.ready() == null
                && deadline != null
                && stay != null
                && !deadline.minus(stay).isAfter(moments.clock().instant().plus(Span.MOMENT));
    }

    private String window() {
        Instant ready = job.ready();
        Instant deadline = job.deadline();
        if (isExact() && ready != null && deadline != null && job.stay() != null) {
            return " from %s to %s, %s".formatted(time(ready), time(deadline), Spans.words(job.stay()));
        }
        if (isUntil()) {
            return " from now to " + time(deadline);
        }
        if (ready == null) {
            return deadline == null ? " from now" : ", done by " + time(deadline);
        }
        return deadline == null
                ? ", not before " + time(ready)
                : ", between %s and %s".formatted(time(ready), time(deadline));
    }

    private String time(@Nullable Instant time) {
        if (time == null) {
            return "";
        }
        ZonedDateTime local = time.atZone(moments.zone());
        return TIME.format(local);
    }
}
