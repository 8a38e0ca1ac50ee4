package dev.berth.service.http.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.service.http.Answer;
import dev.berth.service.http.Call;
import dev.berth.service.http.Checks;
import dev.berth.service.http.Endpoint;
import dev.berth.service.http.Gate;
import dev.berth.service.http.SiteAccess;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.site.Transaction;
import dev.berth.service.wire.AccountNames;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Times;
import dev.berth.workflow.json.Invalid;
import dev.berth.workflow.json.NotJson;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** {@code /tokens} and {@code /sign-in}. Takes no idempotency keys: the answers hold secrets, which are not stored. */
public final class TokensResource {
    private static final long SIGN_IN_WITHIN = Duration.ofHours(1).toMillis();

    private final SiteAccess access;
    private final Gate gate;
    private final Keys keys;
    private final int mostEach;

    /** @param mostEach how many tokens each account may have */
    public TokensResource(SiteAccess access, Gate gate, Keys keys, int mostEach) {
        this.access = access;
        this.gate = gate;
        this.keys = keys;
        this.mostEach = mostEach;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/tokens", Role.VIEWER, this::list),
                new Endpoint("POST", "/tokens", Role.VIEWER, this::make),
                new Endpoint("DELETE", "/tokens/{id}", Role.VIEWER, this::end),
                new Endpoint("POST", "/sign-in", null, this::signIn).alsoWhenFull());
    }

    private Answer list(Call call) {
        return access.read(view -> {
            ObjectNode node = Json.object();
            ArrayNode tokens = node.putArray("tokens");
            view.facts(Tokens.class).of(call.account().name()).forEach(token -> tokens.add(json(token)));
            return Answer.ok(node);
        });
    }

    private Answer make(Call call) {
        Fields fields = call.body();
        String named = fields.parsed("account", AccountNames.RULE, AccountNames::checked);
        String note = fields.text("note", 200);
        Long lifetime = fields.positiveDuration("lifetime");
        boolean oneTime = fields.flag("oneTime");
        fields.closed().check();
        String account = named == null ? call.account().name() : named;
        if (!account.equals(call.account().name()) && !call.account().is(Role.ADMINISTRATOR)) {
            throw Problem.notAllowed("Only administrators may make tokens for other accounts")
                    .toException();
        }
        long good = oneTime
                ? Math.min(SIGN_IN_WITHIN, lifetime == null ? SIGN_IN_WITHIN : lifetime)
                : lifetime == null ? 0 : lifetime;
        return access.writeEachTime(call, transaction -> {
            checkOpen(transaction, account);
            transaction.view().facts(Tokens.class).of(account).stream()
                    .filter(token -> !token.isGood(transaction.now()))
                    .forEach(token -> transaction.record(Tokens.KIND, token.end()));
            int tokens = transaction.view().facts(Tokens.class).of(account).size();
            if (tokens >= mostEach) {
                throw Problem.of(
                                Code.TOO_MANY_TOKENS,
                                "%s has %d tokens; the limit is %d. Delete one that is no longer used"
                                        .formatted(account, tokens, mostEach))
                        .toException();
            }
            return made(transaction, account, note == null ? "" : note, good, oneTime);
        });
    }

    private static void checkOpen(Transaction transaction, String account) {
        if (transaction.view().facts(Accounts.class).open(account).isEmpty()) {
            throw Call.unknownAccount();
        }
    }

    private static Answer made(Transaction transaction, String account, String note, long lifetime, boolean oneTime) {
        NewToken made = NewToken.make(transaction, account, note, lifetime, oneTime);
        return Answer.json(201, json(made.token()).put("token", made.secret()));
    }

    private Answer end(Call call) {
        String id = call.variable("id");
        AtomicReference<Token> ended = new AtomicReference<>();
        Answer answer = access.writeEachTime(call, transaction -> {
            Token token = transaction
                    .view()
                    .facts(Tokens.class)
                    .byId(id)
                    .filter(found -> found.account().equals(call.account().name())
                            || call.account().is(Role.ADMINISTRATOR))
                    .orElseThrow(
                            () -> Problem.of(Code.NOT_FOUND, "Unknown token").toException());
            transaction.record(Tokens.KIND, token.end());
            AuditLog.add(transaction, "end-token", id, token.account());
            ended.set(token);
            return Answer.nothing();
        });
        keys.ended(Checks.present(ended.get()));
        return answer;
    }

    private Answer signIn(Call call) {
        String secret = secret(call);
        gate.checkOneTime(secret, call.address());
        String hash = Secrets.hash(secret);
        return access.writeEachTime(call, transaction -> {
            Token used = transaction
                    .view()
                    .facts(Tokens.class)
                    .byHash(hash)
                    .filter(token -> token.oneTime() && token.isGood(transaction.now()))
                    .orElseThrow(() -> Problem.of(
                                    Code.UNAUTHORIZED, "This sign-in token has just been used; ask for a new one")
                            .toException());
            checkOpen(transaction, used.account());
            transaction.record(Tokens.KIND, used.end());
            return made(transaction, used.account(), "signed in", 0, false);
        });
    }

    private String secret(Call call) {
        try {
            Fields fields = call.body();
            String secret = fields.requiredText("token", 200);
            fields.closed().check();
            return secret;
        } catch (Invalid | NotJson e) {
            gate.attempt(call.address(), "");
            throw e;
        }
    }

    private static ObjectNode json(Token token) {
        ObjectNode node = Json.object()
                .put("id", token.id())
                .put("account", token.account())
                .put("made", Times.instant(token.made()));
        if (!token.note().isEmpty()) {
            node.put("note", token.note());
        }
        if (token.expires() > 0) {
            node.put("expires", Times.instant(token.expires()));
        }
        return node.put("oneTime", token.oneTime());
    }
}
