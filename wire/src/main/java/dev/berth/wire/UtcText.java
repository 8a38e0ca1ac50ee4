package dev.berth.wire;

import java.nio.charset.StandardCharsets;

/**
 * Times of the years 1970 to 9999 in their usual form, {@code 2026-11-16T09:00:00Z} with or without milliseconds. Each booking
 * reads two times and writes five, which took the formatters of the JDK a tenth of a request; {@link Times} leaves every
 * other form to them.
 */
final class UtcText {
    /** Answer of {@link #read} to a text in another form, or of a time that does not exist. */
    static final long OTHER = -1;

    private static final int DAY = 86_400_000;
    private static final int[] DAYS_BEFORE_MONTH = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    private static final int DAYS_BEFORE_1970 = daysBefore(1970);
    private static final String FORM = "0000-00-00T00:00:00";

    private UtcText() {}

    /** Milliseconds since 1970; {@link #OTHER} where the JDK has to look. */
    static long read(String text) {
        int length = text.length();
        if ((length != FORM.length() + 1 && length != FORM.length() + 5)
                || text.charAt(length - 1) != 'Z'
                || !hasForm(text)) {
            return OTHER;
        }
        int year = number(text, 0, 4);
        int month = number(text, 5, 2);
        int day = number(text, 8, 2);
        int hour = number(text, 11, 2);
        int minute = number(text, 14, 2);
        int second = number(text, 17, 2);
        int milli = length == FORM.length() + 1 ? 0 : text.charAt(19) == '.' ? number(text, 20, 3) : -1;
        if (year < 1970 || month < 1 || month > 12 || day < 1 || day > days(year, month)) {
            return OTHER;
        }
        if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || milli < 0) {
            return OTHER;
        }
        int days = daysBefore(year) - DAYS_BEFORE_1970 + daysBefore(year, month) + day - 1;
        return (long) days * DAY + hour * 3_600_000L + minute * 60_000L + second * 1_000L + milli;
    }

    private static boolean hasForm(String text) {
        return text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && text.charAt(10) == 'T'
                && text.charAt(13) == ':'
                && text.charAt(16) == ':';
    }

    /** The number that these characters write; negative if one of them is no digit. */
    private static int number(String text, int from, int count) {
        int number = 0;
        for (int i = from; i < from + count; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    private static int days(int year, int month) {
        return month == 2 && isLeap(year) ? 29 : DAYS_BEFORE_MONTH[month] - DAYS_BEFORE_MONTH[month - 1];
    }

    /** Days from the year 1 to the first of January. */
    private static int daysBefore(int year) {
        int before = year - 1;
        return before * 365 + before / 4 - before / 100 + before / 400;
    }

    /** Days from the first of January to the first of a month. */
    private static int daysBefore(int year, int month) {
        return DAYS_BEFORE_MONTH[month - 1] + (month > 2 && isLeap(year) ? 1 : 0);
    }

    /** The usual form of a time, which is of the years 1970 to 9999. */
    static String write(long time) {
        int days = (int) (time / DAY);
        int ofDay = (int) (time % DAY);
        int year = 1970 + days / 366;
        while (daysBefore(year + 1) - DAYS_BEFORE_1970 <= days) {
            year++;
        }
        int ofYear = days - (daysBefore(year) - DAYS_BEFORE_1970);
        int month = Math.min(12, 1 + ofYear / 28);
        while (daysBefore(year, month) > ofYear) {
            month--;
        }
        int milli = ofDay % 1000;
        byte[] text = new byte[FORM.length() + (milli == 0 ? 1 : 5)];
        put(text, 0, 4, year, '-');
        put(text, 5, 2, month, '-');
        put(text, 8, 2, ofYear - daysBefore(year, month) + 1, 'T');
        put(text, 11, 2, ofDay / 3_600_000, ':');
        put(text, 14, 2, ofDay / 60_000 % 60, ':');
        put(text, 17, 2, ofDay / 1000 % 60, milli == 0 ? 'Z' : '.');
        if (milli != 0) {
            put(text, 20, 3, milli, 'Z');
        }
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static void put(byte[] text, int at, int count, int number, char next) {
        int left = number;
        for (int i = at + count - 1; i >= at; i--) {
            text[i] = (byte) ('0' + left % 10);
            left /= 10;
        }
        text[at + count] = (byte) next;
    }
}
