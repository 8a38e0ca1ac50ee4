package dev.berth.service.http;

import dev.berth.service.account.NewToken;
import dev.berth.service.signin.Sessions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The cookie by which a browser stays signed in. Scripts cannot read it, and browsers send it with requests of the page
 * itself only ({@code Strict}): the page is the same for everybody, so to follow a link to it takes no cookie. Over TLS it is
 * also {@code Secure}; whoever sends the answer knows that, and adds it.
 */
public final class SessionCookie {
    public static final String HEADER = "Set-Cookie";
    public static final String NAME = "berth-session";

    private static final SentCookie SENT = new SentCookie(NAME);

    private SessionCookie() {}

    /** The answer that gives a browser its new session. */
    public static Answer given(Answer answer, NewToken session) {
        return with(answer, session.secret());
    }

    static Answer with(Answer answer, String secret) {
        return answer.with(
                HEADER, text(secret, Duration.ofMillis(Sessions.LIFETIME).toSeconds()));
    }

    /** The answer that takes it away. */
    public static Answer taken(Answer answer) {
        return answer.with(HEADER, text("", 0));
    }

    private static String text(String secret, long maxAge) {
        return NAME + "=" + secret + "; Path=/; Max-Age=" + maxAge + "; HttpOnly; SameSite=Strict";
    }

    static Optional<String> secret(Function<String, Optional<String>> headers) {
        return SENT.in(headers);
    }

    /** Whether a browser has sent it, and nothing else that lets it in. */
    static boolean isShown(Function<String, Optional<String>> headers) {
        return headers.apply("Authorization").isEmpty() && secret(headers).isPresent();
    }

    /** Where a request comes from, for the list of sessions. */
    public static Sessions.Origin origin(Call call) {
        return new Sessions.Origin(
                call.address(), call.header("User-Agent").orElse("").replaceAll("[^ -~]", "?"));
    }
}
