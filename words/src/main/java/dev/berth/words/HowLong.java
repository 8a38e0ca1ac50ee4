package dev.berth.words;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads how long: a stay, work, hours of servers, and the notice before an early start. */
final class HowLong {
    private static final int MOST_WORDS = 6;
    private static final List<String> STAY = List.of("for", "stay for", "staying for", "stay", "staying");
    private static final List<String> HOURS = List.of("hours", "hour", "h");
    private static final BigDecimal HOUR =
            BigDecimal.valueOf(Duration.ofHours(1).toMillis());

    private final HowMany howMany;
    private final List<Unclear> unclear;

    @Nullable
    Duration work;

    @Nullable
    Duration stay;

    /** Work of all servers together. */
    @Nullable
    Duration inAll;

    @Nullable
    Duration notice;

    HowLong(HowMany howMany, List<Unclear> unclear) {
        this.howMany = howMany;
        this.unclear = unclear;
    }

    /** Whether a length was said, of whatever kind; a table of lengths is none. */
    boolean isSaid() {
        return work != null || stay != null || inAll != null;
    }

    /** Whether work was said, which needs to be told by when it must be done. */
    boolean isWork() {
        return work != null || inAll != null || !howMany.table.isEmpty();
    }

    boolean read(Cursor at) {
        int mark = at.mark();
        return serverHours(at, mark) || range(at, mark) || notice(at, mark) || stay(at, mark) || work(at, mark);
    }

    static Optional<Duration> duration(Cursor at) {
        return at.longest(MOST_WORDS, Spans::spoken);
    }

    /** {@code 20 server hours}, {@code 8 gpu-hours}. */
    private boolean serverHours(Cursor at, int mark) {
        String amount = at.isOver() ? "" : at.take();
        if (!amount.matches("[0-9]{1,8}(\\.[0-9]{1,3})?")) {
            amount = Numbers.whole(amount).map(String::valueOf).orElse("");
        }
        String noun = at.peek(0).replaceAll("-hours?$", "");
        boolean isOneWord = !noun.equals(at.peek(0));
        if (amount.isEmpty() || !howMany.isNoun(noun) || at.take().isEmpty() || (!isOneWord && !at.eatAny(HOURS))) {
            at.reset(mark);
            return false;
        }
        howMany.mention(noun, at, mark);
        at.eat("of work");
        Duration sum = Duration.ofMillis(new BigDecimal(amount)
                .multiply(HOUR)
                .setScale(0, RoundingMode.CEILING)
                .longValueExact());
        if (isFirst(at, mark)) {
            inAll = sum;
        }
        return true;
    }

    /** {@code 2 to 3 hours} is no length that can be booked. */
    private boolean range(Cursor at, int mark) {
        at.eat("for");
        if (!at.isOver()
                && Numbers.whole(at.take()).isPresent()
                && at.eatAny(List.of("to", "or", "-"))
                && duration(at).isPresent()) {
            unclear.add(at.unclear(mark, "Say one duration, such as \"for 2 hours\"."));
            return true;
        }
        at.reset(mark);
        return false;
    }

    private boolean notice(Cursor at, int mark) {
        at.eat("with");
        at.eat("a");
        if (at.eat("notice")) {
            at.eat("of");
            Optional<Duration> length = duration(at);
            if (length.isPresent()) {
                notice = length.get();
                return true;
            }
        }
        at.reset(mark);
        at.eat("with");
        Optional<Duration> length = duration(at);
        if (length.isPresent() && at.eatAny(List.of("notice", "of notice"))) {
            notice = length.get();
            return true;
        }
        at.reset(mark);
        return false;
    }

    private boolean stay(Cursor at, int mark) {
        if (at.eatAny(STAY)) {
            Optional<Duration> length = duration(at);
            if (length.isPresent() && !isAhead(at)) {
                boolean isWork = at.eatAny(List.of("of work", "work"));
                at.eat("each");
                if (isFirst(at, mark)) {
                    work = isWork ? length.get() : null;
                    stay = isWork ? null : length.get();
                }
                return true;
            }
        }
        at.reset(mark);
        return false;
    }

    private boolean work(Cursor at, int mark) {
        boolean isNamed = at.eat("work");
        if (isNamed) {
            at.eat("of");
        }
        Optional<Duration> length = duration(at);
        if (length.isEmpty() || isAhead(at)) {
            at.reset(mark);
            return false;
        }
        at.eatAny(List.of("of work", "work"));
        at.eat("each");
        if (isFirst(at, mark)) {
            work = length.get();
        }
        return true;
    }

    /** {@code 2 hours from now} is a time. */
    private static boolean isAhead(Cursor at) {
        return at.peek(0).equals("from") && at.peek(1).equals("now");
    }

    private boolean isFirst(Cursor at, int mark) {
        if (!isSaid()) {
            return true;
        }
        unclear.add(at.unclear(mark, "How long was said before; say it once."));
        return false;
    }
}
