package dev.berth.words;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a booking in plain English: {@code 4 gpus tonight for 8 hours}, {@code 3 hours of work on 2 servers by tomorrow noon}.
 * The parts may come in any order, with or without commas. Each part is read by the one class that knows it; words that none
 * of them takes are named, with what to type instead. Nothing is guessed: what can mean two things is asked back.
 *
 * <p>At each word the parts are tried in a fixed order, and each looks at a bounded number of words, so that the time is
 * proportional to the length of the text.
 */
public final class BookingWords {
    /** The longest text that is read, in characters. */
    public static final int LONGEST = 500;

    private static final List<String> FILLERS = List.of(
            Cursor.BREAK,
            "please",
            "book",
            "reserve",
            "i",
            "we",
            "need",
            "want",
            "get",
            "give",
            "me",
            "us",
            "and",
            "with");
    private static final List<String> BUDGETS = List.of(
            "for at most",
            "at most",
            "for no more than",
            "no more than",
            "maximum",
            "max",
            "budget of",
            "budget",
            "for up to",
            "up to");
    private static final List<String> CURRENCIES =
            List.of("euros", "euro", "eur", "dollars", "usd", "credits", "€", "$");
    private static final List<String> EARLY = List.of(
            "when free",
            "whenever free",
            "earlier if servers are free",
            "early if servers are free",
            "if servers are free",
            "as soon as servers are free",
            "as soon as possible",
            "earlier",
            "early");
    private static final List<String> PROMISED = List.of("as promised", "at the promised time");
    private static final Pattern AMOUNT = Pattern.compile("[$€]?([0-9]{1,12}(?:\\.[0-9]{1,2})?)[$€]?");
    private static final Pattern ATTRIBUTE = Pattern.compile("([\\w.-]{1,100})=([\\w.-]{1,100})");
    /** Words that begin another part, and so end a name that has no quotes. */
    private static final List<String> AFTER_A_NAME = List.of(
            "for",
            "from",
            "to",
            "by",
            "on",
            "at",
            "until",
            "tonight",
            "today",
            "tomorrow",
            "now",
            "every",
            "next",
            "in",
            "before",
            "ready",
            "done");

    private final Moments moments;
    private final Cursor at;
    private final List<Unclear> unclear = new ArrayList<>();
    private final HowMany howMany;
    private final WhichParts whichParts;
    private final HowLong howLong;
    private final When when;
    private final HowOften howOften;
    private final Map<String, String> attributes = new LinkedHashMap<>();

    private @Nullable String name;

    private @Nullable String budget;

    private boolean startsEarly;

    private BookingWords(String text, Moments moments, List<SitePool> pools) {
        this.moments = moments;
        this.at = new Cursor(text);
        this.howMany = new HowMany(pools, unclear);
        this.whichParts = new WhichParts(pools, unclear);
        this.howLong = new HowLong(howMany, unclear);
        this.when = new When(moments, unclear);
        this.howOften = new HowOften(unclear);
    }

    /** Reads a text of at most {@link #LONGEST} characters and returns what was understood. */
    public static Understood read(String text, Moments moments, List<SitePool> pools) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("longer than " + LONGEST + " characters");
        }
        BookingWords words = new BookingWords(text, moments, pools);
        words.readAll();
        return words.understood();
    }

    private void readAll() {
        Advice advice = new Advice(howMany, moments);
        int begin = -1;
        while (!at.isOver()) {
            int mark = at.mark();
            if (!readPart()) {
                begin = begin < 0 ? mark : begin;
                at.take();
                if (!at.isOver()) {
                    continue;
                }
                mark = at.mark();
            }
            if (begin >= 0) {
                unclear.add(at.unclear(begin, mark, advice.about(at.typed(begin, mark))));
                begin = -1;
            }
        }
    }

    private boolean readPart() {
        return at.eatAny(FILLERS)
                || readName()
                || readAttribute()
                || howOften.read(at)
                || readEarlyStart()
                || whichParts.read(at)
                || howLong.read(at)
                || howMany.read(at)
                || readBudget()
                || when.read(at)
                || howMany.readPool(at);
    }

    private boolean readName() {
        int mark = at.mark();
        if (!at.eatAny(List.of("named", "called", "name")) || at.isOver() || at.eat(Cursor.BREAK)) {
            at.reset(mark);
            return false;
        }
        int first = at.mark();
        at.take();
        boolean isQuoted = at.typed(first).startsWith("\"");
        while (!isQuoted && !at.isOver() && !at.peek(0).equals(Cursor.BREAK) && !AFTER_A_NAME.contains(at.peek(0))) {
            at.take();
        }
        name = at.typed(first).replaceAll("^[\"']|[\"']$", "").strip();
        if (name.isEmpty() || name.length() > 200) {
            unclear.add(at.unclear(mark, "Say a name, such as \"named render\"."));
            name = null;
        }
        return true;
    }

    private boolean readAttribute() {
        int mark = at.mark();
        at.eat("with");
        if (!ATTRIBUTE.matcher(at.peek(0)).matches()) {
            at.reset(mark);
            return false;
        }
        int pair = at.mark();
        at.take();
        Matcher attribute = ATTRIBUTE.matcher(at.typed(pair));
        if (attribute.matches()) {
            attributes.put(attribute.group(1), attribute.group(2));
        }
        return true;
    }

    private boolean readBudget() {
        int mark = at.mark();
        Matcher amount = AMOUNT.matcher(at.eatAny(BUDGETS) ? at.peek(0) : "");
        if (!amount.matches()) {
            at.reset(mark);
            return false;
        }
        at.take();
        at.eatAny(CURRENCIES);
        if (budget != null) {
            unclear.add(at.unclear(mark, "The price was said before; say it once."));
        }
        budget = amount.group(1);
        return true;
    }

    private boolean readEarlyStart() {
        int mark = at.mark();
        if (at.eatAny(List.of("starting", "starts", "start"))) {
            if (at.eatAny(EARLY)) {
                startsEarly = true;
                return true;
            }
            if (at.eatAny(PROMISED)) {
                startsEarly = false;
                howLong.notice = null;
                return true;
            }
        }
        at.reset(mark);
        return false;
    }

    private Understood understood() {
        whichParts.finish(howMany);
        howMany.finish();
        List<String> missing = new ArrayList<>();
        Instant now = moments.find("now").orElseThrow();
        Span span = Span.of(when, howLong, howOften, moments, now, missing);
        Integer servers = howMany.fewest;
        Integer most = howMany.most;
        Duration work = howLong.work;
        boolean isTable = !howMany.table.isEmpty();
        if (isTable && (servers != null || howLong.isSaid())) {
            howMany.refuseBesideTable();
        }
        if (howLong.inAll != null) {
            if (servers == null) {
                servers = 1;
                most = howMany.largest() > 1 ? (Integer) howMany.largest() : null;
            }
            work = most == null ? Duration.ofMillis(Math.ceilDiv(howLong.inAll.toMillis(), servers)) : howLong.inAll;
        }
        if (span.stay() != null && most != null) {
            missing.add(
                    "A stay needs a fixed number of %s; say for example \"%s\", or \"hours of work\" instead of \"for\"."
                            .formatted(howMany.unit().plural(), howMany.unit().counted(most)));
        }
        SitePool pool = howMany.pool;
        boolean isEarly = startsEarly || howLong.notice != null;
        SpokenJob job = new SpokenJob(
                name,
                servers,
                most,
                howMany.table,
                work,
                span.stay(),
                span.ready(),
                span.deadline(),
                pool == null ? null : pool.name(),
                howMany.unit,
                howMany.host,
                howMany.isSpread,
                attributes,
                whichParts.slice(),
                whichParts.licences(),
                budget,
                isEarly ? "when-free" : null,
                howLong.notice,
                howOften.rule());
        String sentence = new Sentence(job, howMany.unit(), moments, howOften.words()).toString();
        return new Understood(job, sentence, List.copyOf(unclear), List.copyOf(missing));
    }
}
