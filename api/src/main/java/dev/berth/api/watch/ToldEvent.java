package dev.berth.api.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Account;
import dev.berth.wire.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An event on the wire, written once for each of the two who may see it differently, however many listen.
 *
 * @param owner null if all see the same; operators see what the owner sees
 * @param toOthers empty if it is none of their business
 */
public record ToldEvent(
        @Nullable String owner,
        @SuppressWarnings("ArrayRecordComponent") byte[] toOwner,
        @SuppressWarnings("ArrayRecordComponent") byte[] toOthers) {
    private static final byte[] NOTHING = new byte[0];

    static ToldEvent everybody(ObjectNode event) {
        return new ToldEvent(null, NOTHING, message(event));
    }

    static ToldEvent only(String owner, ObjectNode event) {
        return new ToldEvent(owner, message(event), NOTHING);
    }

    static ToldEvent each(String owner, ObjectNode toOwner, ObjectNode toOthers) {
        return new ToldEvent(owner, message(toOwner), message(toOthers));
    }

    /** All but the id and the blank line that ends a message. */
    byte[] to(Account account) {
        return owner != null && account.owns(owner) ? toOwner : toOthers;
    }

    public static byte[] message(ObjectNode event) {
        ByteArrayOutputStream message = new ByteArrayOutputStream(256);
        message.writeBytes(("event: " + event.get("kind").textValue() + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        message.writeBytes(Json.bytes(event));
        message.write('\n');
        return message.toByteArray();
    }
}
