package dev.berth.service.broker;

/**
 * Why a deal could not be had.
 *
 * @param site that says so; empty if the broker does
 * @param code for programs
 * @param detail a sentence for people
 */
public record Reason(String site, String code, String detail) {
    /** The site gives no answer that says anything. */
    static Reason unusable(String site, String code, String why) {
        return new Reason(site, code, "The site cannot be used at the moment: " + why);
    }

    public String sentence() {
        return site.isEmpty() ? detail : site + ": " + detail;
    }
}
