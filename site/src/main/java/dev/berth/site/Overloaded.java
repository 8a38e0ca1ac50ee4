package dev.berth.site;

/** More is waiting to be written than the site takes; nothing was done, and it may be tried again later. */
public final class Overloaded extends RuntimeException {
    public Overloaded(int waiting) {
        super("the site has " + waiting + " requests waiting and takes no more; try again later");
    }
}
