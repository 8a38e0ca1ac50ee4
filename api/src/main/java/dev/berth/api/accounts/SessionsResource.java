package dev.berth.api.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.Gate;
import dev.berth.api.SessionCookie;
import dev.berth.api.SiteAccess;
import dev.berth.api.Visitor;
import dev.berth.service.account.Keys;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Role;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.service.signin.Browsers;
import dev.berth.service.signin.Sessions;
import dev.berth.site.Transaction;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** {@code /session}, the one of the caller, and {@code /sessions}, all of the caller's account. */
public final class SessionsResource {
    private final SiteAccess access;
    private final Gate gate;
    private final Keys keys;

    public SessionsResource(SiteAccess access, Gate gate, Keys keys) {
        this.access = access;
        this.gate = gate;
        this.keys = keys;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/session", null, this::current),
                new Endpoint("POST", "/session", Role.VIEWER, this::open).alsoWhenFull(),
                new Endpoint("DELETE", "/session", Role.VIEWER, this::signOut),
                new Endpoint("GET", "/sessions", Role.VIEWER, this::list),
                new Endpoint("DELETE", "/sessions", Role.VIEWER, this::endAll),
                new Endpoint("DELETE", "/sessions/{id}", Role.VIEWER, this::end));
    }

    private Answer current(Call call) {
        ObjectNode node = Json.object();
        Optional<Visitor> visitor = gate.known(call);
        visitor.ifPresent(known -> node.put("account", known.account().name()));
        return Answer.ok(node.put("signedIn", visitor.isPresent()));
    }

    /** A browser that has a token gets a session for it. One that expires or is limited must not become one that is not. */
    private Answer open(Call call) {
        call.checkMakes("a session");
        if (call.visitor().token().expires() > 0) {
            throw Problem.notAllowed("A session that expires cannot open another one; sign in again")
                    .toException();
        }
        return access.writeEachTime(call, transaction -> {
            Sessions.Opened opened = Sessions.open(transaction, call.account().name(), SessionCookie.origin(call));
            return () -> {
                opened.ended().forEach(keys::ended);
                return SessionCookie.given(Answer.nothing(), opened.session());
            };
        });
    }

    /** A program's token stays good: other programs may use it. */
    private Answer signOut(Call call) {
        Token token = call.visitor().token();
        Answer done = token.is(Purpose.SESSION)
                ? ending(call, transaction -> {
                    Sessions.end(transaction, token);
                    return List.of(token);
                })
                : Answer.nothing();
        return SessionCookie.taken(done);
    }

    private Answer list(Call call) {
        return access.read(view -> {
            ObjectNode node = Json.object();
            ArrayNode sessions = node.putArray("sessions");
            Sessions.of(view, call.account().name(), access.now())
                    .forEach(token -> sessions.add(json(token, call.visitor().token())));
            return Answer.ok(node);
        });
    }

    private static ObjectNode json(Token session, Token current) {
        ObjectNode node = Json.object()
                .put("id", session.id())
                .put("made", Times.instant(session.made()))
                .put("used", Times.instant(Sessions.used(session)))
                .put("browser", Browsers.named(session.note()))
                .put("address", session.from().orElse(""))
                .put("current", session.id().equals(current.id()));
        return session.expires() == 0 ? node : node.put("expires", Times.instant(session.expires()));
    }

    private Answer endAll(Call call) {
        call.checkUnlimited();
        Fields query = call.query(Set.of("endTokens"));
        boolean endTokens = query.flag("endTokens");
        query.closed().check();
        String account = call.account().name();
        return SessionCookie.taken(ending(call, transaction -> {
            List<Token> ended = new ArrayList<>(Sessions.endAll(transaction, account, ""));
            if (endTokens) {
                ended.addAll(Sessions.endTokens(transaction, account, ""));
            }
            return ended;
        }));
    }

    private Answer end(Call call) {
        call.checkUnlimited();
        return ending(call, transaction -> {
            Token session = transaction
                    .view()
                    .facts(Tokens.class)
                    .byId(call.variable("id"))
                    .filter(token -> token.is(Purpose.SESSION)
                            && token.account().equals(call.account().name()))
                    .orElseThrow(
                            () -> Problem.of(Code.NOT_FOUND, "Unknown session").toException());
            Sessions.end(transaction, session);
            return List.of(session);
        });
    }

    private Answer ending(Call call, Function<Transaction, List<Token>> work) {
        List<Token> ended = new ArrayList<>();
        Answer answer = access.writeEachTime(call, transaction -> {
            ended.clear();
            ended.addAll(work.apply(transaction));
            return Answer::nothing;
        });
        ended.forEach(keys::ended);
        return answer;
    }
}
