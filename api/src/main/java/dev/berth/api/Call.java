package dev.berth.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.Secrets;
import dev.berth.service.account.Token;
import dev.berth.service.booking.Target;
import dev.berth.service.workflow.WaitingClient;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.IdKind;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way through: who asks, and what.
 *
 * @param signedIn null only where anybody may ask
 * @param gone whether the client has closed its connection, as far as that can be known; takes a moment to answer
 * @param version of the site when it was last decided what becomes of this; 0 before
 */
public record Call(
        String method,
        String path,
        Map<String, String> variables,
        String rawQuery,
        Function<String, Optional<String>> headers,
        Supplier<byte[]> content,
        @Nullable Visitor signedIn,
        String address,
        BooleanSupplier gone,
        AtomicLong version) {
    private static final Pattern KEY = Pattern.compile("[!-~]{1,100}");
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}");

    public Visitor visitor() {
        if (signedIn == null) {
            throw new IllegalStateException("nobody is signed in");
        }
        return signedIn;
    }

    public Account account() {
        return visitor().account();
    }

    /** Refuses a limited token what would give it more rights: new tokens, passwords, sessions. */
    public void checkUnlimited() {
        visitor().token().scope().ifPresent(scope -> {
            throw Problem.notAllowed("This token is limited to the role %s; use one without a scope, or sign in"
                            .formatted(Names.of(scope)))
                    .toException();
        });
    }

    /**
     * Refuses a limited token what would outlive it: a thief of the token would keep that when the token has ended.
     *
     * @param what it would make, such as {@code a webhook}
     */
    public void checkMakes(String what) {
        Token token = visitor().token();
        if (token.isLimited()) {
            String limit = token.scope()
                    .map(scope -> "is limited to the role " + Names.of(scope))
                    .orElse("expires");
            throw Problem.notAllowed(
                            "The token %s %s, so it cannot make %s, which would outlive it; sign in, or use a token without scope and end"
                                    .formatted(token.shownName(), limit, what))
                    .toException();
        }
    }

    /** Name of the account that asks; empty if nobody is signed in. */
    public String actor() {
        return signedIn == null ? "" : signedIn.account().name();
    }

    /** The client that waits for long work. */
    public WaitingClient client() {
        return new WaitingClient(account().name(), gone);
    }

    public String variable(String name) {
        return variables.getOrDefault(name, "");
    }

    public Optional<String> header(String name) {
        return headers.apply(name);
    }

    public Fields body() {
        return Fields.of(Json.read(content.get()));
    }

    /** The body as a merge patch for what is there. */
    public Fields patched(ObjectNode current) {
        return Fields.of(Json.merged(current, Json.read(content.get())));
    }

    /** The query as fields; those named here are whole numbers or flags. */
    public Fields query(Set<String> typed) {
        ObjectNode node = Json.object();
        if (!rawQuery.isEmpty()) {
            for (String pair : rawQuery.split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = Percent.decoded((equals < 0 ? pair : pair.substring(0, equals)).replace("+", "%20"));
                String value = equals < 0
                        ? ""
                        : Percent.decoded(pair.substring(equals + 1).replace("+", "%20"));
                if (node.has(name)) {
                    throw Problem.invalid(name, value, "must be given once").toException();
                }
                if (typed.contains(name) && NUMBER.matcher(value).matches()) {
                    node.put(name, Integer.parseInt(value));
                } else if (typed.contains(name) && (value.equals("true") || value.equals("false"))) {
                    node.put(name, Boolean.parseBoolean(value));
                } else {
                    node.put(name, value);
                }
            }
        }
        return Fields.of(node);
    }

    public PoolId pool() {
        try {
            return new PoolId(variable("pool"));
        } catch (IllegalArgumentException e) {
            throw Problem.of(Code.UNKNOWN_POOL, "Unknown pool").toException();
        }
    }

    public ReservationId reservation() {
        return IdKind.RESERVATION
                .number(variable("id"))
                .map(ReservationId::new)
                .orElseThrow(() -> Problem.of(
                                Code.UNKNOWN_RESERVATION, "Unknown reservation; reservations are numbered r1, r2, ...")
                        .toException());
    }

    /** The reservation in the path, as the client has seen it. */
    public Target target() {
        return new Target(account(), reservation(), reservation -> isAsSeen(reservation, ReservationJson::etag));
    }

    /** Whether what the request is about has the ETag that its client has seen, or any will do. */
    public <T> boolean isAsSeen(T current, Function<T, String> etag) {
        Optional<String> seen = header("If-Match");
        return seen.isEmpty() || matches(seen.get(), etag.apply(current));
    }

    private static boolean matches(String wanted, String current) {
        return wanted.strip().equals("*")
                || Arrays.stream(wanted.split(",", 50))
                        .anyMatch(tag -> tag.strip().equals(current));
    }

    /** The name of an account in the path; {@code me} is the caller. */
    public String accountName(String variable) {
        String name = variable(variable);
        if (name.equals("me")) {
            return account().name();
        }
        try {
            return AccountNames.checked(name);
        } catch (IllegalArgumentException e) {
            throw unknownAccount();
        }
    }

    public static Rejected unknownAccount() {
        return Problem.of(Code.UNKNOWN_ACCOUNT, "Unknown account").toException();
    }

    Optional<String> idempotencyKey() {
        Optional<String> key = header("Idempotency-Key");
        key.filter(text -> !KEY.matcher(text).matches()).ifPresent(text -> {
            throw Problem.invalid("Idempotency-Key", text, "must be 1 to 100 printable characters without spaces")
                    .toException();
        });
        return key;
    }

    /** The same for the same request. */
    public String digest() {
        byte[] body = content.get();
        return Secrets.hash((method + " " + path + "?" + rawQuery + " " + Secrets.hash(body) + " "
                        + header("If-Match").orElse(""))
                .getBytes(StandardCharsets.UTF_8));
    }
}
