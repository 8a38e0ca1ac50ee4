package dev.berth.service.broker;

/**
 * Why a deal could not be had.
 *
 * @param site that says so; empty if the broker does
 * @param code for programs
 * @param detail a sentence for people
 */
public record Reason(String site, String code, String detail) {
    public String sentence() {
        return site.isEmpty() ? detail : site + ": " + detail;
    }
}
