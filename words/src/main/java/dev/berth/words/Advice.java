package dev.berth.words;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Month;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Suggestions for what to type instead of words that were not understood. */
final class Advice {
    private static final String EXAMPLE =
            "Say how many, when and for how long, such as \"4 servers tomorrow 9:00 for 2 hours\".";
    private static final Pattern LOCAL_DATE = Pattern.compile(
            "(?:^|.* )([0-9]{1,2}[./][0-9]{1,2}(?:[./](?:[0-9]{2,4})?)?|[0-9]{1,2}-[0-9]{1,2}(?:-[0-9]{2,4})?)(?: .*|$)");
    private static final Pattern DAY_AND_WORD = Pattern.compile("(?:^|.* )([0-9]{1,2})\\.? ([\\p{L}]{3,12})(?: .*|$)");
    private static final Pattern COUNT =
            Pattern.compile("(?:for )?([0-9]{1,8}|an?|[a-z]{3,6}) ([\\p{L}-]{1,30})(?: .*|$)");
    private static final List<String> VAGUE = List.of("few", "couple", "lot", "bit", "while");
    private static final List<String> BEFORE_A_DURATION =
            List.of("for", "stay", "staying", "work", "within", "notice", "with");
    private static final List<String> BEFORE_A_TIME = List.of(
            "by",
            "before",
            "until",
            "till",
            "to",
            "from",
            "at",
            "ready",
            "starting",
            "starts",
            "start",
            "after",
            "due",
            "done",
            "not",
            "deadline",
            "next",
            "this",
            "between",
            "in");
    private static final List<String> BEFORE_A_POOL = List.of("on", "pool", "of", "the", "whole", "all", "entire");
    /**
     * Months in the languages of the neighbours, as far as they are not English, by number. By hand, because the Java that is
     * shipped knows no language but English.
     */
    private static final List<Set<String>> FOREIGN_MONTHS = List.of(
            Set.of("janvier", "januar", "enero", "gennaio"),
            Set.of("février", "fevrier", "februar", "febrero", "febbraio"),
            Set.of("mars", "märz", "marzo"),
            Set.of("avril", "abril", "aprile"),
            Set.of("mai", "mayo", "maggio"),
            Set.of("juin", "juni", "junio", "giugno"),
            Set.of("juillet", "juli", "julio", "luglio"),
            Set.of("août", "aout", "agosto"),
            Set.of("septembre", "septiembre", "settembre"),
            Set.of("octobre", "oktober", "octubre", "ottobre"),
            Set.of("novembre", "noviembre"),
            Set.of("décembre", "decembre", "dezember", "diciembre", "dicembre"));

    private final HowMany howMany;
    private final Moments moments;

    Advice(HowMany howMany, Moments moments) {
        this.howMany = howMany;
        this.moments = moments;
    }

    String about(String typed) {
        String words = typed.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ").strip();
        Matcher local = LOCAL_DATE.matcher(words);
        if (local.matches()) {
            return "The date \"%s\" is ambiguous; write year-month-day, such as %s."
                    .formatted(
                            local.group(1),
                            moments.text(moments.clock().instant()).substring(0, 10));
        }
        Matcher foreign = DAY_AND_WORD.matcher(words);
        int month = foreign.matches() ? foreignMonth(foreign.group(2)) : 0;
        if (month > 0) {
            return "Dates are read in English or as numbers; write %s."
                    .formatted(next(month, Integer.parseInt(foreign.group(1))));
        }
        String first = words.contains(" ") ? words.substring(0, words.indexOf(' ')) : words;
        String rest = words.contains(" ") ? words.substring(words.indexOf(' ') + 1) : words;
        rest = rest.replaceFirst("^(?:by|before|of|for) ", "");
        if (first.equals("every") || first.equals("each")) {
            return "Say \"every day\", \"every weekday\" or \"every Monday and Thursday\".";
        }
        Matcher count = COUNT.matcher(words);
        Optional<Integer> number = count.matches() ? Numbers.whole(count.group(1)) : Optional.empty();
        if (number.isPresent() && !VAGUE.contains(count.group(2))) {
            return noun(number.get(), count.group(2));
        }
        if (BEFORE_A_DURATION.contains(first)) {
            return "Cannot read \"%s\" as a duration; try \"90 minutes\", \"2h30m\" or \"1 day\".".formatted(rest);
        }
        if (BEFORE_A_POOL.contains(first) && !rest.matches("[0-9].*")) {
            String hosts = howMany.hostNames();
            return hosts.isEmpty()
                    ? "This site has no such pool; its pools: %s.".formatted(howMany.names())
                    : "This site has no such pool or host; its pools: %s; its hosts: %s."
                            .formatted(howMany.names(), hosts);
        }
        if (BEFORE_A_TIME.contains(first) || first.equals("on")) {
            return "Cannot read \"%s\" as a time; try \"22:00\", \"tomorrow 9:00\" or \"2026-11-16 09:00\"."
                    .formatted(rest);
        }
        return EXAMPLE;
    }

    private String noun(int count, String word) {
        if (Spans.spoken("2 " + word).isPresent()) {
            return "Ask for a duration greater than zero, such as \"for 2 hours\".";
        }
        return "This site has no \"%s\"; say %s.".formatted(word, howMany.countable(Math.max(1, count)));
    }

    /** The number of a month in another language; 0 if it is none. */
    private static int foreignMonth(String word) {
        for (int month = 1; month <= FOREIGN_MONTHS.size(); month++) {
            if (FOREIGN_MONTHS.get(month - 1).contains(word)) {
                return month;
            }
        }
        return 0;
    }

    /** The next such day, or this form of a date where there is none. */
    private String next(int month, int day) {
        LocalDate today = moments.clock().instant().atZone(moments.zone()).toLocalDate();
        try {
            LocalDate date = LocalDate.of(today.getYear(), Month.of(month), day);
            return (date.isBefore(today) ? date.plusYears(1) : date).toString();
        } catch (DateTimeException e) {
            return today.toString();
        }
    }
}
