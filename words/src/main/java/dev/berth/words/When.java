package dev.berth.words;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads when: from which time, until which time, by which time. A time of day that ends something is the first one after its
 * start; a day alone is any time on that day.
 */
final class When {
    private static final List<String> DEADLINES = List.of(
            "done by",
            "finished by",
            "finish by",
            "ready by",
            "complete by",
            "completed by",
            "by",
            "before",
            "due by",
            "due",
            "deadline");
    private static final List<String> STARTS = List.of(
            "not before", "ready", "from", "starting", "starts", "start", "beginning", "after", "between", "for");
    private static final List<String> ENDS = List.of("to", "until", "till", "-", "and");
    private static final List<String> NOW = List.of("right now", "now", "at once", "immediately");
    /** No time has more words. */
    private static final int MOST_WORDS = 7;

    /** A day alone has no more words. */
    private static final int MOST_WORDS_OF_A_DAY = 4;

    /** A time of day in a window: bare if only the hour is said, and so perhaps of the afternoon. */
    private record Hour(LocalTime time, boolean isBare, boolean isHalfDay, boolean isMidnight, String said) {}

    /** Words for a time, the time that they are from now on, and their complaint. */
    private record Said(String words, Instant time, Unclear place) {}

    private final Moments moments;
    private final Instant now;
    private final List<Unclear> unclear;

    /** Null for now. */
    @Nullable
    Instant start;

    boolean isStartSaid;

    /** The day that is meant as a whole. */
    @Nullable
    LocalDate day;

    private @Nullable Said end;

    private @Nullable Said deadline;

    When(Moments moments, List<Unclear> unclear) {
        this.moments = moments;
        this.now = moments.find("now").orElseThrow();
        this.unclear = unclear;
    }

    boolean read(Cursor at) {
        int mark = at.mark();
        if (readDeadline(at, mark) || readEnd(at, mark) || readWindow(at, mark) || readStart(at, mark)) {
            return true;
        }
        at.reset(mark);
        return false;
    }

    private boolean readDeadline(Cursor at, int mark) {
        if (at.eatAny(List.of("done within", "within"))) {
            Optional<Duration> length = HowLong.duration(at);
            if (length.isPresent()) {
                setDeadline(new Said("", now.plus(length.get()), at.unclear(mark, "")), at, mark);
                return true;
            }
        } else if (at.eatAny(DEADLINES)) {
            Said said = time(at, mark);
            if (said != null) {
                setDeadline(said, at, mark);
                return true;
            }
        }
        at.reset(mark);
        return false;
    }

    private void setDeadline(Said said, Cursor at, int mark) {
        if (deadline != null || end != null) {
            unclear.add(at.unclear(mark, "The end was said before; say it once."));
        } else {
            deadline = said;
        }
    }

    /** The end of a window of which the start was said, or is now. */
    private boolean readEnd(Cursor at, int mark) {
        if (at.eatAny(List.of("until", "till", "to"))) {
            Said said = time(at, mark);
            if (said != null) {
                if (deadline != null || end != null) {
                    unclear.add(at.unclear(mark, "The end was said before; say it once."));
                } else {
                    end = said;
                }
                return true;
            }
        }
        at.reset(mark);
        return false;
    }

    /** {@code next Monday 9 to 17}, {@code 9am to 5pm tomorrow}, {@code tonight from 22:00 to 06:00}. */
    private boolean readWindow(Cursor at, int mark) {
        at.eatAny(STARTS);
        String dayWords = dayWords(at);
        at.eatAny(List.of("from", "between"));
        Hour from = hour(at);
        Hour to = from != null && at.eatAny(ENDS) ? hour(at) : null;
        if (from == null || to == null) {
            at.reset(mark);
            return false;
        }
        if (dayWords.isEmpty()) {
            dayWords = dayWords(at);
        }
        if (!isFirst(at, mark)) {
            return true;
        }
        String advice = doubt(from, to);
        if (!advice.isEmpty()) {
            unclear.add(at.unclear(mark, advice));
            return true;
        }
        String first = (dayWords + " " + from.time()).strip();
        Instant begin = moments.find(first).orElse(now);
        LocalDate date = begin.atZone(moments.zone()).toLocalDate();
        boolean isOverNight = to.isMidnight() || !to.time().isAfter(from.time());
        Instant over = moments.at(isOverNight ? date.plusDays(1) : date, to.time());
        begin(begin, at, mark);
        end = new Said("", over, at.unclear(mark, ""));
        return true;
    }

    private String dayWords(Cursor at) {
        int mark = at.mark();
        if (at.eat("tonight") || at.longest(MOST_WORDS_OF_A_DAY, moments::day).isPresent()) {
            return at.typed(mark).toLowerCase(Locale.ROOT);
        }
        return "";
    }

    /** Why the hours of a window may not be those that are meant; empty if there is no doubt. */
    private static String doubt(Hour from, Hour to) {
        if (from.isHalfDay() != to.isHalfDay() && (from.isBare() || to.isBare())) {
            return "Say am or pm twice, such as \"9am to 5pm\", or never, such as \"9:00 to 17:00\".";
        }
        boolean isBackwards = !to.isMidnight() && !to.time().isAfter(from.time());
        return isBackwards && from.isBare() && to.isBare()
                ? "It ends before it starts; write %sam to %spm, or %s to %s for the next morning."
                        .formatted(from.said(), to.said(), from.time(), to.time())
                : "";
    }

    private static @Nullable Hour hour(Cursor at) {
        String word = at.peek(0);
        if (word.matches("24(:00)?")) {
            at.take();
            return new Hour(LocalTime.MIDNIGHT, false, false, true, word);
        }
        int mark = at.mark();
        Optional<LocalTime> time = at.longest(2, text -> Optional.ofNullable(Moments.timeOfDay(text)));
        if (time.isPresent()) {
            String said = at.typed(mark);
            boolean isHalfDay = said.matches("(?i).*[ap]m");
            return new Hour(time.get(), false, isHalfDay, time.get().equals(LocalTime.MIDNIGHT) && !isHalfDay, said);
        }
        if (word.matches("[0-9]|1[0-9]|2[0-3]")) {
            at.take();
            return new Hour(LocalTime.of(Integer.parseInt(word), 0), true, false, false, word);
        }
        return null;
    }

    private boolean readStart(Cursor at, int mark) {
        at.eatAny(STARTS);
        boolean isAtOnce = at.mark() == mark;
        if (at.eatAny(NOW)) {
            if (isFirst(at, mark)) {
                isStartSaid = true;
            }
        } else {
            int words = at.mark();
            Said said = time(at, mark);
            if (said == null) {
                return false;
            }
            if (!isFirst(at, mark)) {
                return true;
            }
            String typed = at.typed(words);
            Optional<LocalDate> whole = isAtOnce ? moments.day(typed) : Optional.empty();
            if (whole.isPresent()) {
                day = whole.get();
                isStartSaid = true;
            } else {
                begin(said.time(), at, mark);
            }
        }
        int after = at.mark();
        if (at.eat("-") || at.eat("and")) {
            Said said = time(at, mark);
            if (said != null && end == null) {
                end = said;
                return true;
            }
        }
        at.reset(after);
        return true;
    }

    private boolean isFirst(Cursor at, int mark) {
        if (!isStartSaid) {
            return true;
        }
        unclear.add(at.unclear(mark, "The start was said before; say it once."));
        return false;
    }

    private void begin(Instant time, Cursor at, int mark) {
        isStartSaid = true;
        if (time.isBefore(now)) {
            unclear.add(at.unclear(
                    mark,
                    "That is in the past: it is %s now. Say \"now\" or a later time.".formatted(moments.text(now))));
        } else {
            start = time;
        }
    }

    /** A time, which may also be said as from now on. */
    private @Nullable Said time(Cursor at, int mark) {
        int words = at.mark();
        if (at.eat("in")) {
            Optional<Duration> length = HowLong.duration(at);
            if (length.isPresent()) {
                return new Said("", now.plus(length.get()), at.unclear(mark, ""));
            }
            at.reset(words);
        }
        Optional<Duration> ahead = HowLong.duration(at);
        if (ahead.isPresent() && at.eat("from now")) {
            return new Said("", now.plus(ahead.get()), at.unclear(mark, ""));
        }
        at.reset(words);
        Optional<Instant> time = at.longest(MOST_WORDS, moments::find);
        return time.map(found -> new Said(at.typed(words), found, at.unclear(mark, "")))
                .orElse(null);
    }

    /** When what starts then has to be over; null if nothing was said of it. */
    @Nullable
    Instant end(Instant from) {
        return end == null ? null : after(end, from);
    }

    @Nullable
    Instant deadline(Instant from) {
        return deadline == null ? null : after(deadline, from);
    }

    /** From Friday to Monday is over the weekend; from Friday to Friday is not meant to take a week. */
    private boolean isOtherWeekday(String words, Instant from) {
        String first = words.toLowerCase(Locale.ROOT).replaceFirst("^(?:on|this|next) ", "");
        return Moments.weekday(first.replaceFirst(" .*", ""))
                .filter(day -> day != from.atZone(moments.zone()).getDayOfWeek())
                .isPresent();
    }

    /** The first such time after another, if the words leave a choice. */
    private @Nullable Instant after(Said said, Instant from) {
        Instant time = said.time();
        boolean isOpen =
                Moments.isTimeOfDay(said.words()) || (isOtherWeekday(said.words(), from) && !time.isAfter(from));
        if (isOpen && from.isAfter(now)) {
            ZoneId zone = moments.zone();
            time = new Moments(Clock.fixed(from.plusMillis(1), zone), zone)
                    .find(said.words())
                    .orElse(time);
        }
        if (time.isAfter(from)) {
            return time;
        }
        unclear.add(Unclear.of(
                said.place().words(),
                said.place().word(),
                "The end, %s, is not after the start, %s.".formatted(moments.text(time), moments.text(from))));
        return null;
    }
}
