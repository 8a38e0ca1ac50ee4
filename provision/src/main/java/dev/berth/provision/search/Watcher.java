package dev.berth.provision.search;

/** Is told how far a search has got, and may end it; then the best so far is the answer. */
@FunctionalInterface
public interface Watcher {
    Watcher NOBODY = (done, of) -> true;

    /** Whether to go on, after this many evaluations of those allowed. */
    boolean goOn(int done, int of);
}
