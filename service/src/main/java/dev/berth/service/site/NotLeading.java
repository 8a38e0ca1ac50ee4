package dev.berth.service.site;

/** This server follows another one, which alone can write; nothing was changed. */
public final class NotLeading extends RuntimeException {
    public NotLeading() {
        super("another server leads this site; nothing was changed");
    }
}
