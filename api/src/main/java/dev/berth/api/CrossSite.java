package dev.berth.api;

import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps other sites from acting in the name of somebody whose browser has a password or a session for this one (CSRF).
 *
 * <p>A browser sends such a password ({@code Basic}) or the cookie of a session with every request to this service, whatever
 * page the request comes from. It says where it comes from, though, in {@code Sec-Fetch-Site} or {@code Origin}, and does not let other sites
 * choose the type of a body freely: without asking first, which is not granted here, they can send forms and plain text, and
 * bytes without a type. A token in a {@code Bearer} header is put there by a program that has it, so such requests need not
 * say where they come from.
 */
final class CrossSite {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> OWN = Set.of("same-origin", "none");

    private CrossSite() {}

    /** Throws what is to be answered if the request must not be carried out; {@code isOpen} if it takes no signing in. */
    static void check(Api.Request request, List<String> types, boolean isOpen) {
        if (SAFE.contains(request.method())) {
            return;
        }
        boolean isAmbient = isAmbient(request);
        // Where nobody is signed in yet, another site could sign somebody in under a name that is not theirs.
        if ((isAmbient || isOpen) && isForeign(request)) {
            throw Problem.of(
                            Code.CROSS_SITE,
                            "This request comes from another site and is refused; send the token as Authorization: Bearer TOKEN")
                    .toException();
        }
        checkType(request, types, isAmbient);
    }

    private static boolean isAmbient(Api.Request request) {
        return request.headers()
                .apply("Authorization")
                .map(value -> value.toLowerCase(Locale.ROOT).startsWith("basic "))
                .orElseGet(() -> SessionCookie.secret(request.headers()).isPresent());
    }

    private static boolean isForeign(Api.Request request) {
        Optional<String> site = request.headers().apply("Sec-Fetch-Site");
        if (site.isPresent()) {
            return !OWN.contains(site.get());
        }
        String host = request.headers().apply("Host").orElse("");
        return request.headers()
                .apply("Origin")
                .filter(origin -> !origin.replaceFirst("^https?://", "").equalsIgnoreCase(host))
                .isPresent();
    }

    private static void checkType(Api.Request request, List<String> types, boolean isRequired) {
        Optional<String> type = request.headers()
                .apply("Content-Type")
                .map(value -> beforeParameters(value).strip().toLowerCase(Locale.ROOT));
        boolean isGood = type.map(types::contains).orElse(!isRequired);
        if (!isGood && hasBody(request)) {
            throw Problem.of(
                            Code.UNSUPPORTED_TYPE,
                            "The body must be sent as Content-Type: %s%s"
                                    .formatted(
                                            String.join(" or ", types),
                                            type.map(value -> ", not " + shortened(value))
                                                    .orElse("")))
                    .toException();
        }
    }

    private static String beforeParameters(String type) {
        int end = type.indexOf(';');
        return end < 0 ? type : type.substring(0, end);
    }

    private static boolean hasBody(Api.Request request) {
        return request.headers().apply("Transfer-Encoding").isPresent()
                || request.headers()
                        .apply("Content-Length")
                        .filter(length -> !length.equals("0"))
                        .isPresent();
    }

    private static String shortened(String value) {
        return value.length() <= 60 ? value : value.substring(0, 60) + "...";
    }
}
