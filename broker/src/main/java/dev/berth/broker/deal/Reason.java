package dev.berth.broker.deal;

import dev.berth.broker.remote.Vote;

/**
 * Why a deal could not be had.
 *
 * @param site that says so; empty if the broker does
 * @param code for programs
 * @param detail a sentence for people
 */
public record Reason(String site, String code, String detail) {
    /** The site of a part refuses what it was asked for. */
    public static Reason refused(DealPart part, Vote.Refused no) {
        return new Reason(part.site(), no.code(), no.detail());
    }

    /** The site of a part gives no usable answer. */
    public static Reason silent(DealPart part, Vote.Unknown none) {
        return unusable(part.site(), none.code(), none.why());
    }

    /** The site gives no usable answer. */
    public static Reason unusable(String site, String code, String why) {
        return new Reason(site, code, "The site cannot be used at the moment: " + why);
    }

    public String sentence() {
        return site.isEmpty() ? detail : site + ": " + detail;
    }
}
