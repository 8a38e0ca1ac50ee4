package dev.berth.site.codec;

import org.jspecify.annotations.Nullable;

/** Where in a document; costs nothing to speak of until it is printed, as a JSON pointer (RFC 6901). */
record Place(@Nullable Place within, String step) {
    static final Place ROOT = new Place(null, "");

    Place at(String name) {
        return new Place(this, name);
    }

    boolean isRoot() {
        return within == null;
    }

    @Override
    public String toString() {
        return within == null ? "" : within + "/" + step.replace("~", "~0").replace("/", "~1");
    }
}
