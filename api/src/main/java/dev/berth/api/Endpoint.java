package dev.berth.api;

import dev.berth.service.account.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be asked for: a method and a path, such as {@code /pools/{pool}}, below {@code /api/v1}.
 *
 * @param least the role it takes; null if anybody may ask, signed in or not
 * @param grows whether it may make the site know more than before: refused while there is no memory for that
 * @param types the types of bodies it takes
 * @param mostBytes how large a body may be beyond what is usual; 0 for no more than that
 * @param place which instance of the site answers it
 */
public record Endpoint(
        String method,
        String path,
        @Nullable Role least,
        Handler handler,
        boolean grows,
        List<String> types,
        int mostBytes,
        Place place) {
    /** Which instance answers, where several serve a site. */
    public enum Place {
        /** Any that knows the site: a read. */
        ANYWHERE,
        /** The one that leads: a write, or a read of what only that one knows. */
        LEADER,
        /** The one that was asked, about itself. */
        HERE
    }

    /** Endpoint with defaults: POST and PUT may let the site grow; any instance answers GET, and the leader all else. */
    public Endpoint(String method, String path, @Nullable Role least, Handler handler) {
        this(
                method,
                path,
                least,
                handler,
                method.equals("POST") || method.equals("PUT"),
                List.of(Answer.JSON),
                0,
                method.equals("GET") ? Place.ANYWHERE : Place.LEADER);
    }

    /** The same, also while the site is full: it makes room, or is needed to. */
    public Endpoint alsoWhenFull() {
        return new Endpoint(method, path, least, handler, false, types, mostBytes, place);
    }

    /** The same, with bodies of these types, and as large. */
    public Endpoint taking(List<String> others, int most) {
        return new Endpoint(method, path, least, handler, grows, others, most, place);
    }

    /** The same, answered by the leader: what it reads is not in the journal. */
    public Endpoint atLeader() {
        return new Endpoint(method, path, least, handler, grows, types, mostBytes, Place.LEADER);
    }

    /** The same, answered by the instance that was asked. */
    public Endpoint here() {
        return new Endpoint(method, path, least, handler, grows, types, mostBytes, Place.HERE);
    }

    /** The same with another answer. */
    public Endpoint answering(Handler other) {
        return new Endpoint(method, path, least, other, grows, types, mostBytes, place);
    }

    /** Answers a call. */
    public interface Handler {
        Answer answer(Call call);
    }
}
