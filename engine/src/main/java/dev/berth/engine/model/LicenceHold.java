package dev.berth.engine.model;

/**
 * Licences of the site that somebody outside the book has for a while, such as a job of the cluster that was never booked.
 *
 * @param licence its name
 */
public record LicenceHold(String licence, long number, Window window) {
    public LicenceHold {
        Part.checkName(licence);
        if (number < 1 || number > Part.MOST) {
            throw new BadValue(licence, number, "must be from 1 to " + Part.MOST);
        }
    }
}
