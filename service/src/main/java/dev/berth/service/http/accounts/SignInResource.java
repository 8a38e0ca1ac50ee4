package dev.berth.service.http.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Secrets;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.service.http.Answer;
import dev.berth.service.http.Call;
import dev.berth.service.http.Endpoint;
import dev.berth.service.http.Gate;
import dev.berth.service.http.SessionCookie;
import dev.berth.service.http.SiteAccess;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.signin.Sessions;
import dev.berth.service.site.Transaction;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.workflow.json.Invalid;
import dev.berth.workflow.json.NotJson;
import java.util.List;

/** {@code /sign-in}: a session for whoever shows who they are. Takes no idempotency keys: the answers hold secrets. */
public final class SignInResource {
    private final SiteAccess access;
    private final Gate gate;
    private final List<String> providers;

    /** @param providers of OpenID Connect, by their names */
    public SignInResource(SiteAccess access, Gate gate, List<String> providers) {
        this.access = access;
        this.gate = gate;
        this.providers = List.copyOf(providers);
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/sign-in/ways", null, call -> ways()),
                new Endpoint("POST", "/sign-in", null, this::signIn).alsoWhenFull());
    }

    private Answer ways() {
        ObjectNode node = Json.object();
        ArrayNode ways = node.putArray("ways");
        ways.addObject().put("kind", "token");
        providers.forEach(name -> ways.addObject().put("kind", "openid").put("name", name));
        return Answer.ok(node);
    }

    /**
     * What somebody signs in with.
     *
     * @param inBrowser whether a cookie keeps the session, and not the caller
     */
    private record Shown(String secret, boolean inBrowser) {}

    private Shown shown(Call call) {
        try {
            Fields fields = call.body();
            Shown shown = new Shown(fields.requiredText("token", 200), fields.flag("browser"));
            fields.closed().check();
            return shown;
        } catch (Invalid | NotJson e) {
            gate.attempt(call.address(), "");
            throw e;
        }
    }

    private Answer signIn(Call call) {
        Shown shown = shown(call);
        gate.checkOneTime(shown.secret(), Purpose.SIGN_IN, call.address());
        String hash = Secrets.hash(shown.secret());
        return access.writeEachTime(call, transaction -> {
            Token used = transaction
                    .view()
                    .facts(Tokens.class)
                    .byHash(hash)
                    .filter(token -> token.is(Purpose.SIGN_IN) && token.isGood(transaction.now()))
                    .orElseThrow(() -> Problem.of(
                                    Code.UNAUTHORIZED, "This sign-in token has just been used; ask for a new one")
                            .toException());
            transaction.record(Tokens.KIND, used.end());
            return signedIn(transaction, used.account(), call, shown.inBrowser());
        });
    }

    private static Answer signedIn(Transaction transaction, String account, Call call, boolean inBrowser) {
        TokensResource.checkOpen(transaction, account);
        Sessions.Origin origin = SessionCookie.origin(call);
        if (inBrowser) {
            NewToken session = Sessions.open(transaction, account, origin);
            return SessionCookie.given(Answer.json(201, TokensResource.json(session.token())), session);
        }
        NewToken session = Sessions.openForShell(transaction, account, origin);
        return Answer.json(201, TokensResource.json(session.token()).put("token", session.secret()));
    }
}
