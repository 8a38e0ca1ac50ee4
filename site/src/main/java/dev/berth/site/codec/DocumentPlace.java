package dev.berth.site.codec;

import org.jspecify.annotations.Nullable;

/** Where in a document; costs nothing to speak of until it is printed, as a JSON pointer (RFC 6901). */
record DocumentPlace(@Nullable DocumentPlace within, String step) {
    static final DocumentPlace ROOT = new DocumentPlace(null, "");

    DocumentPlace at(String name) {
        return new DocumentPlace(this, name);
    }

    boolean isRoot() {
        return within == null;
    }

    @Override
    public String toString() {
        return within == null ? "" : within + "/" + step.replace("~", "~0").replace("/", "~1");
    }
}
