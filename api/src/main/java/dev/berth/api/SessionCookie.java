package dev.berth.api;

import dev.berth.service.account.NewToken;
import dev.berth.service.signin.Sessions;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The cookie by which a browser stays signed in. Scripts cannot read it, and browsers send it with requests of the page
 * itself only ({@code Strict}): the page is the same for everybody, so to follow a link to it takes no cookie.
 *
 * <p>Over TLS it is {@code Secure}, and its name begins with {@code __Host-}: browsers take such a cookie from this host alone, and not from
 * another one of the domain, or from somebody on the way to it without TLS, who could sign somebody in to an account of theirs. The listener
 * knows whether browsers speak TLS, and writes and reads the name for that; in here it has its short name.
 */
public final class SessionCookie {
    public static final String HEADER = "Set-Cookie";
    public static final String NAME = "berth-session";

    private static final String SECURE_NAME = "__Host-" + NAME;

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

    /** A cookie that is set, as it is sent over TLS. */
    public static String overTls(String cookie) {
        String named = cookie.startsWith(NAME + "=") ? "__Host-" + cookie : cookie;
        return named.contains("; Secure") ? named : named + "; Secure";
    }

    /** The cookies that a browser sent over TLS: of the short name there is none among them. */
    public static String sentOverTls(String cookies) {
        return Arrays.stream(cookies.split(";", -1))
                .map(String::strip)
                .filter(cookie -> !cookie.startsWith(NAME + "="))
                .map(cookie -> cookie.startsWith(SECURE_NAME + "=") ? cookie.substring("__Host-".length()) : cookie)
                .collect(Collectors.joining("; "));
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
