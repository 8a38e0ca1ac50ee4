package dev.berth.journal.instance;

/**
 * One of the instances of a site.
 *
 * @param name by which people call it: host and port
 * @param address where clients and the other instances reach it
 * @param leads whether it leads the site
 * @param isDrained whether it is to lead no more
 * @param isAlive whether it was heard a moment ago
 * @param since when it began to lead or to follow, in milliseconds since the epoch
 * @param seen when it was heard last
 * @param version the number of the last entry that it knows
 * @param lag the number of entries that it did not know yet when it was heard last
 * @param build of the program: its version and commit
 * @param format of the database up to which it can read and write; 0 for a site without one
 */
public record Instance(
        String name,
        String address,
        boolean leads,
        boolean isDrained,
        boolean isAlive,
        long since,
        long seen,
        long version,
        long lag,
        String build,
        int format) {}
