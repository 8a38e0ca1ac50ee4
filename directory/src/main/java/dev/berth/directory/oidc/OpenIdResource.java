package dev.berth.directory.oidc;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.Gate;
import dev.berth.api.SentCookie;
import dev.berth.api.SessionCookie;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Account;
import dev.berth.service.account.Keys;
import dev.berth.service.signin.FailedSignIns;
import dev.berth.service.signin.Outsider;
import dev.berth.service.signin.Outsiders;
import dev.berth.service.signin.Sessions;
import dev.berth.wire.Fields;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Rejected;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * {@code /sign-in/openid}: to a provider and back, for browsers. Whatever goes wrong is told on the page.
 *
 * <p>The cookie of an attempt is {@code Lax}: the provider sends the browser back from another site, with which a strict one
 * would not come. The message to the page is in a cookie and not in its address, so that nobody can put words into the page
 * with a link.
 */
public final class OpenIdResource {
    private static final String ATTEMPT = "berth-attempt";
    private static final String PROBLEM = "berth-sign-in-problem";
    private static final String PATH = "/api/v1/sign-in/openid/";
    private static final SentCookie SENT = new SentCookie(ATTEMPT);
    private static final int LONGEST = 4_000;

    private final SiteAccess access;
    private final Gate gate;
    private final Keys keys;
    private final OpenId openId;
    private final FailedSignIns failed;

    public OpenIdResource(SiteAccess access, Gate gate, Keys keys, OpenId openId, FailedSignIns failed) {
        this.access = access;
        this.gate = gate;
        this.keys = keys;
        this.openId = openId;
        this.failed = failed;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/sign-in/openid/{name}", null, this::start).atLeader(),
                new Endpoint("GET", "/sign-in/openid/{name}/callback", null, this::finish).atLeader());
    }

    private Answer start(Call call) {
        return shown(() -> {
            gate.attempt(call.address(), "");
            OpenId.Departure departure = openId.start(call.variable("name"), call.address());
            return redirect(302, departure.provider())
                    .with(
                            SessionCookie.HEADER,
                            ATTEMPT + "=" + departure.cookie() + "; Path=" + PATH
                                    + "; Max-Age=600; HttpOnly; SameSite=Lax");
        });
    }

    private Answer finish(Call call) {
        return shown(() -> failed.audited(call.variable("name"), call.address(), () -> {
            Outsider outsider = vouchedFor(call);
            Answer answer = access.writeEachTime(call, transaction -> {
                Account account = Outsiders.admit(transaction, outsider);
                Sessions.Opened opened = Sessions.open(transaction, account.name(), SessionCookie.origin(call));
                return () -> {
                    opened.ended().forEach(keys::ended);
                    return SessionCookie.given(redirect(303, page()), opened.session());
                };
            });
            keys.accountChanged();
            return answer;
        }));
    }

    private Outsider vouchedFor(Call call) {
        // Providers add parameters of their own, which are not read.
        Fields query = call.query(Set.of());
        OpenId.Return back = new OpenId.Return(
                Optional.ofNullable(query.text("code", LONGEST)),
                Optional.ofNullable(query.text("state", LONGEST)),
                Optional.ofNullable(query.text("error", LONGEST)),
                Optional.ofNullable(query.text("iss", LONGEST)),
                SENT.in(call::header).orElse(""));
        try {
            query.check();
            return openId.finish(call.variable("name"), back);
        } catch (RuntimeException e) {
            gate.attempt(call.address(), "");
            throw e;
        }
    }

    /** The page, which tells why if nobody is signed in; a provider that is not there is nothing to tell people. */
    private Answer shown(Supplier<Answer> attempt) {
        try {
            return attempt.get();
        } catch (Rejected e) {
            if (e.problem().is(Code.NOT_FOUND)) {
                throw e;
            }
            String text = URLEncoder.encode(e.problem().detail().toString(), StandardCharsets.UTF_8)
                    .replace("+", "%20");
            return redirect(303, page())
                    .with(SessionCookie.HEADER, PROBLEM + "=" + text + "; Path=/; Max-Age=60; SameSite=Lax");
        }
    }

    private URI page() {
        return URI.create(openId.address() + "/");
    }

    private static Answer redirect(int status, URI to) {
        return new Answer(status, "", Answer::none, Map.of("Location", to.toString()), null);
    }
}
