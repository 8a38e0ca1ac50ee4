package dev.berth.site;

/** This instance follows another one, which alone can write; nothing was changed. */
public final class NotLeading extends RuntimeException {
    public NotLeading() {
        super("another instance leads this site; nothing was changed");
    }
}
