package dev.berth.api;

import dev.berth.api.watch.Metrics;
import dev.berth.site.NotLeading;
import dev.berth.site.SiteStopped;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.json.NotJson;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import dev.berth.wire.problem.Rejected;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds who answers a request, lets them, and turns whatever goes wrong into a problem. Knows nothing of Helidon. */
public final class Api {
    public static final String ROOT = "/api/v1";
    /** Prometheus looks for it here unless it is told otherwise; the same as below the root, for the same people. */
    private static final String METRICS = "/metrics";
    /** Assistants are given this address; the same as below the root. */
    private static final String MCP = "/mcp";

    private static final Logger LOG = LoggerFactory.getLogger(Api.class);

    private final List<Endpoint> endpoints;
    private final Routes routes;
    private final Gate gate;
    private final SiteAccess access;
    private final Metrics metrics;
    private final BooleanSupplier isFull;
    private final Function<String, Optional<Answer>> documents;
    private final Relay relay;

    /**
     * Answers by these endpoints.
     *
     * @param isFull whether there is no memory for more
     * @param documents what is served beside the API, by path
     * @param relay where requests go that only the leader of the site can answer
     */
    public Api(
            List<Endpoint> endpoints,
            Gate gate,
            SiteAccess access,
            Metrics metrics,
            BooleanSupplier isFull,
            Function<String, Optional<Answer>> documents,
            Relay relay) {
        this.relay = relay;
        this.documents = documents;
        this.isFull = isFull;
        this.endpoints = List.copyOf(endpoints);
        this.routes = new Routes(this.endpoints);
        this.gate = gate;
        this.access = access;
        this.metrics = metrics;
    }

    public List<Endpoint> endpoints() {
        return endpoints;
    }

    /** How large a body may be; it is read only after its sender has been let in. */
    public int mostBytes(String method, String rawPath, int usual) {
        return routes.mostBytes(method, rawPath, usual);
    }

    /**
     * A request as it came.
     *
     * @param address by which strangers are counted: of the client, not of a proxy in between
     */
    public record Request(
            String method,
            String rawPath,
            String rawQuery,
            Headers headers,
            Supplier<byte[]> content,
            String address,
            BooleanSupplier gone) {}

    /** Learns of a request what is found out while it is answered. */
    public interface Observer {
        /** Watches nothing. */
        Observer NONE = new Observer() {};

        /** Which endpoint it is for, by its path below the root of the API. */
        default void matched(String path) {}

        /** Whose it is. */
        default void entered(String account) {}
    }

    public Answer answer(Request request) {
        return answer(request, Observer.NONE);
    }

    /** The same while somebody watches. */
    public Answer answer(Request request, Observer observer) {
        long begun = System.nanoTime();
        AtomicReference<String> matched = new AtomicReference<>("none");
        AtomicReference<String> asker = new AtomicReference<>("");
        AtomicLong version = new AtomicLong();
        long known = access.version();
        Answer answer = guarded(request, matched, asker, version);
        if (version.get() == 0 && answer.status() < 400 && request.method().equals("GET")) {
            version.set(known);
        }
        // What could not be written was decided at a version that may never be.
        if (version.get() > 0
                && answer.status() < 500
                && answer.header(SiteAccess.VERSION).isEmpty()) {
            answer = answer.with(SiteAccess.VERSION, version.toString());
        }
        if (answer.status() == 429 || answer.status() == 503) {
            answer = answer.with("Retry-After", "1");
        }
        if (answer.status() == 401) {
            answer = answer.with("WWW-Authenticate", challenge(request));
        }
        Optional<ZoneId> zone = ReaderZone.of(request);
        if (zone.isPresent()) {
            answer = answer.in(zone.get());
        }
        boolean isMatched = !matched.get().equals("none");
        if (isMatched) {
            observer.matched(matched.get());
        }
        observer.entered(asker.get());
        String method = isMatched ? request.method() : "any";
        metrics.answered(method, matched.get(), answer.status(), System.nanoTime() - begun);
        return answer;
    }

    private Answer guarded(
            Request request, AtomicReference<String> matched, AtomicReference<String> asker, AtomicLong version) {
        try {
            return routed(request, matched, asker, version);
        } catch (Rejected | Refused | Invalid e) {
            return access.explain(e, asker.get());
        } catch (SiteStopped e) {
            return Answer.of(SiteTrouble.stopped(e));
        } catch (NotLeading e) {
            return Relay.unknown();
        } catch (NotJson e) {
            return Answer.of(Problem.of(Code.MALFORMED, e.problem()));
        } catch (RuntimeException | StackOverflowError e) {
            // What went wrong is for the log; the caller learns that it was not their fault, and no more.
            LOG.atError()
                    .addKeyValue("method", request.method())
                    .addKeyValue("path", matched.get())
                    .addKeyValue("account", asker.get())
                    .setCause(e)
                    .log("Request failed");
            return Answer.of(Problem.of(Code.INTERNAL, "Internal error; the details are in the log of the service"));
        }
    }

    private Answer routed(
            Request request, AtomicReference<String> matched, AtomicReference<String> asker, AtomicLong version) {
        boolean isShort = request.rawPath().equals(METRICS) || request.rawPath().equals(MCP);
        String path = isShort ? ROOT + request.rawPath() : request.rawPath();
        if (!path.startsWith(ROOT + "/")) {
            return request.method().equals("GET")
                    ? documents.apply(path).orElseThrow(Api::notFound)
                    : Answer.of(notFound().problem());
        }
        List<String> segments = new ArrayList<>();
        for (String segment : path.substring(ROOT.length() + 1).split("/", -1)) {
            segments.add(Percent.decoded(segment));
        }
        TreeSet<String> methods = new TreeSet<>();
        for (Routes.Route route : routes.from(segments)) {
            Optional<Map<String, String>> variables = route.match(segments);
            if (variables.isEmpty()) {
                continue;
            }
            Endpoint endpoint = route.endpoint();
            if (endpoint.method().equals(request.method())) {
                matched.set(endpoint.path());
                return called(endpoint, request, variables.get(), asker, version);
            }
            methods.add(endpoint.method());
        }
        if (methods.isEmpty()) {
            throw notFound();
        }
        return Answer.of(Problem.of(Code.METHOD_NOT_ALLOWED, "Allowed here: " + String.join(", ", methods)))
                .with("Allow", String.join(", ", methods));
    }

    /** Answers here, or lets the leader answer. */
    private Answer called(
            Endpoint endpoint,
            Request request,
            Map<String, String> variables,
            AtomicReference<String> asker,
            AtomicLong version) {
        if (!access.isFollowing() || endpoint.place() == Endpoint.Place.HERE) {
            return here(endpoint, request, variables, asker, version);
        }
        if (endpoint.place() == Endpoint.Place.LEADER || !access.isUpTo(wanted(request))) {
            return forwarded(endpoint, request);
        }
        try {
            return here(endpoint, request, variables, asker, version);
        } catch (NotLeading e) {
            return forwarded(endpoint, request);
        } catch (Rejected e) {
            if (!e.problem().is(Code.UNAUTHORIZED)) {
                throw e;
            }
            // The token may be so new that only the leader knows it.
            return forwarded(endpoint, request);
        }
    }

    /** Once only: an instance that was asked by another instance and does not lead either says so. */
    private Answer forwarded(Endpoint endpoint, Request request) {
        if (relay.client(request.headers()).isPresent()) {
            return Relay.unknown();
        }
        CrossSite.check(request, endpoint.types(), endpoint.least() == null);
        return relay.forward(request);
    }

    /** The version that the client has seen, and must not fall behind of; 0 if it does not say. */
    private static long wanted(Request request) {
        return Math.max(number(request, SiteAccess.VERSION), number(request, "Last-Event-ID"));
    }

    private static long number(Request request, String header) {
        return request.headers()
                .apply(header)
                .filter(value -> value.matches("[0-9]{1,18}"))
                .map(Long::parseLong)
                .orElse(0L);
    }

    private Answer here(
            Endpoint endpoint,
            Request request,
            Map<String, String> variables,
            AtomicReference<String> asker,
            AtomicLong version) {
        Visitor visitor =
                endpoint.least() == null ? null : gate.enter(request.headers(), request.address(), endpoint.least());
        asker.set(visitor == null ? "" : visitor.account().name());
        if (relay.client(request.headers()).isEmpty()) {
            CrossSite.check(request, endpoint.types(), visitor == null);
        }
        Call call = new Call(
                request.method(),
                request.rawPath(),
                variables,
                request.rawQuery(),
                request.headers(),
                request.content(),
                visitor,
                request.address(),
                request.gone(),
                version);
        // A request that was carried out before is told so: it changes nothing.
        if (endpoint.grows() && isFull.getAsBoolean() && access.given(call).isEmpty()) {
            throw Problem.of(
                            Code.SITE_FULL,
                            "The site has no memory left for new bookings. Reading, cancelling and finishing still work;"
                                    + " what they free can be booked a moment later.")
                    .toException();
        }
        Answer answer = endpoint.handler().answer(call);
        return visitor == null
                        || endpoint.place() == Endpoint.Place.HERE
                        || !answer.header(SessionCookie.HEADER).isEmpty()
                ? answer
                : prolonged(answer, request, visitor);
    }

    /** Keeps a browser signed in that is used. */
    private Answer prolonged(Answer answer, Request request, Visitor visitor) {
        return SessionCookie.isShown(request.headers()) && access.prolong(visitor)
                ? SessionCookie.secret(request.headers())
                        .map(secret -> SessionCookie.with(answer, secret))
                        .orElse(answer)
                : answer;
    }

    /** Browsers ask people for a name and a password if they are offered to send one; the page does that itself. */
    private static String challenge(Request request) {
        return request.headers().apply("Berth-Page").isPresent()
                ? "Bearer"
                : "Bearer, Basic realm=\"Berth\", charset=\"UTF-8\"";
    }

    private static Rejected notFound() {
        return Problem.of(Code.NOT_FOUND, "Nothing at this address; see /docs/ for the list of addresses")
                .toException();
    }
}
