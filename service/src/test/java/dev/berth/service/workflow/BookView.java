package dev.berth.service.workflow;

import dev.berth.engine.book.Book;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.site.View;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A book as a site shows it, without the site: what the two have in common, and no past. */
public final class BookView {
    private BookView() {}

    public static View of(Book book) {
        return (View) Proxy.newProxyInstance(
                BookView.class.getClassLoader(), new Class<?>[] {View.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "past" -> {
                            return Optional.empty();
                        }
                        case "within" -> {
                            return within(book, (PoolId) arguments[0], (Window) arguments[1]);
                        }
                        case "handout" -> {
                            return book.handoutAsOfNow((PoolId) arguments[0]);
                        }
                        default -> {}
                    }
                    try {
                        return Book.class
                                .getMethod(method.getName(), method.getParameterTypes())
                                .invoke(book, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static List<Reservation> within(Book book, PoolId pool, Window window) {
        return book.reservations().stream()
                .filter(each ->
                        each.placement().pool().equals(pool) && each.window().overlaps(window))
                .sorted(Comparator.comparingLong(
                                (Reservation each) -> each.window().start())
                        .thenComparing(Reservation::id))
                .toList();
    }
}
