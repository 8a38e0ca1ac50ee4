package dev.berth.site;

import dev.berth.engine.calendar.Undo;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Facts of which the latest of each key counts, such as accounts by name; in the order of their keys. */
public final class KeyedFacts<F> {
    private final Function<F, String> key;
    private final Predicate<F> isOver;
    private final TreeMap<String, F> byKey = new TreeMap<>();

    public KeyedFacts(Function<F, String> key) {
        this(key, fact -> false);
    }

    /**
     * The same for things that can be deleted.
     *
     * @param isOver whether a fact says that the thing of its key is no more
     */
    public KeyedFacts(Function<F, String> key, Predicate<F> isOver) {
        this.key = key;
        this.isOver = isOver;
    }

    /** Takes a fact in, in place of the one with its key. */
    public Undo put(F fact) {
        String name = key.apply(fact);
        F before = isOver.test(fact) ? byKey.remove(name) : byKey.put(name, fact);
        return () -> {
            if (before == null) {
                byKey.remove(name);
            } else {
                byKey.put(name, before);
            }
        };
    }

    public Optional<F> get(String name) {
        return Optional.ofNullable(byKey.get(name));
    }

    public boolean isEmpty() {
        return byKey.isEmpty();
    }

    /** All of them, as they are at any time. */
    public Collection<F> values() {
        return Collections.unmodifiableCollection(byKey.values());
    }

    /** All of them, as they are now. */
    public List<F> all() {
        return List.copyOf(byKey.values());
    }

    public void clear() {
        byKey.clear();
    }

    /** Adds facts that were captured. */
    public void restore(List<F> facts) {
        facts.forEach(fact -> byKey.put(key.apply(fact), fact));
    }
}
