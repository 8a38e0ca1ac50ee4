package dev.berth.service.journal;

/**
 * One record of a journal: what one transaction changed. Not compared by its body.
 *
 * @param number counts the entries of a journal upwards from 1, without gaps
 * @param time the time of the book it belongs to
 * @param kind how to read the body
 */
public record Entry(
        long number,
        long time,
        String kind,
        @SuppressWarnings("ArrayRecordComponent") byte[] body) {}
