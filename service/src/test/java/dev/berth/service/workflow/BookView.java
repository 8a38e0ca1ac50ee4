package dev.berth.service.workflow;

import dev.berth.engine.book.Book;
import dev.berth.service.site.View;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;

/** A book as a site shows it, without the site: what the two have in common, and no past. */
public final class BookView {
    private BookView() {}

    public static View of(Book book) {
        return (View) Proxy.newProxyInstance(
                BookView.class.getClassLoader(), new Class<?>[] {View.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("past")) {
                        return Optional.empty();
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
}
