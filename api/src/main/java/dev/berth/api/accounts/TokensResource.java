package dev.berth.api.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Role;
import dev.berth.service.account.Token;
import dev.berth.service.account.TokenScope;
import dev.berth.service.account.Tokens;
import dev.berth.service.signin.PasswordSignIn;
import dev.berth.service.signin.Passwords;
import dev.berth.site.Transaction;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** {@code /tokens}: for programs, and for signing in once. Takes no idempotency keys: the answers hold secrets, which are not stored. */
public final class TokensResource {
    private static final long SIGN_IN_WITHIN = Duration.ofHours(1).toMillis();

    private final SiteAccess access;
    private final Keys keys;
    private final PasswordCheck passwords;
    private final int mostEach;

    /** @param mostEach how many tokens each account may have */
    public TokensResource(SiteAccess access, Keys keys, PasswordSignIn passwords, int mostEach) {
        this.access = access;
        this.keys = keys;
        this.passwords = new PasswordCheck(access, passwords);
        this.mostEach = mostEach;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/tokens", Role.VIEWER, this::list),
                new Endpoint("POST", "/tokens", Role.VIEWER, this::make),
                new Endpoint("DELETE", "/tokens/{id}", Role.VIEWER, this::end));
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of());
        String named = query.parsed("account", AccountNames.RULE, AccountNames::checked);
        query.closed().check();
        String account = named == null ? call.account().name() : named;
        if (!account.equals(call.account().name()) && !call.account().is(Role.ADMINISTRATOR)) {
            throw Problem.notAllowed("Only administrators may list the tokens of other accounts")
                    .toException();
        }
        return access.read(view -> {
            if (view.facts(Accounts.class).open(account).isEmpty()) {
                throw Call.unknownAccount();
            }
            ObjectNode node = Json.object();
            ArrayNode tokens = node.putArray("tokens");
            view.facts(Tokens.class).of(account).stream()
                    .filter(TokensResource::isListed)
                    .forEach(token -> tokens.add(json(token)));
            return Answer.ok(node);
        });
    }

    /** Sessions and calendar links have lists of their own. */
    private static boolean isListed(Token token) {
        return !token.is(Purpose.SESSION) && !token.is(Purpose.CALENDAR);
    }

    private Answer make(Call call) {
        Fields fields = call.body();
        String named = fields.parsed("account", AccountNames.RULE, AccountNames::checked);
        String note = fields.text("note", 200);
        Long lifetime = fields.positiveDuration("lifetime");
        boolean oneTime = fields.flag("oneTime");
        TokenScope scope = fields.oneOf("scope", TokenScope.class);
        String password = fields.secret("password", 10 * Passwords.LONGEST);
        try {
            fields.closed().check();
        } catch (Invalid e) {
            throw fields.has("password") ? SignInResource.withoutValues(e) : e;
        }
        String account = named == null ? call.account().name() : named;
        if (!account.equals(call.account().name()) && !call.account().is(Role.ADMINISTRATOR)) {
            throw Problem.notAllowed("Only administrators may make tokens for other accounts")
                    .toException();
        }
        long good = oneTime
                ? Math.min(SIGN_IN_WITHIN, lifetime == null ? SIGN_IN_WITHIN : lifetime)
                : lifetime == null ? 0 : lifetime;
        if (oneTime || !endsWith(call.visitor().token(), good)) {
            call.checkMakes("a token");
        }
        if (good == 0) {
            passwords.require(
                    call,
                    Optional.ofNullable(password),
                    "this token would never expire; give the password, or a lifetime such as P90D");
        }
        return access.writeEachTime(call, transaction -> {
            checkOpen(transaction, account);
            transaction.view().facts(Tokens.class).of(account).stream()
                    .filter(TokensResource::isListed)
                    .filter(token -> !token.isGood(transaction.now()))
                    .forEach(token -> transaction.record(Tokens.KIND, token.end()));
            long tokens = transaction.view().facts(Tokens.class).of(account).stream()
                    .filter(TokensResource::isListed)
                    .count();
            if (tokens >= mostEach) {
                throw Problem.of(
                                Code.TOO_MANY_TOKENS,
                                "%s has %d tokens; the limit is %d. Delete one that is no longer used"
                                        .formatted(account, tokens, mostEach))
                        .toException();
            }
            Purpose purpose = oneTime ? Purpose.SIGN_IN : Purpose.API;
            NewToken made = NewToken.make(
                    transaction,
                    account,
                    NewToken.Terms.of(purpose, note == null ? "" : note, good)
                            .withScope(Optional.ofNullable(scope).flatMap(TokenScope::most)));
            return () -> Answer.json(201, json(made.token()).put("token", made.secret()));
        });
    }

    /** Whether a token that lives as long is over when the one it is made with is. */
    private boolean endsWith(Token maker, long lifetime) {
        return maker.scope().isEmpty() && lifetime > 0 && access.now() + lifetime <= maker.expires();
    }

    static void checkOpen(Transaction transaction, String account) {
        if (transaction.view().facts(Accounts.class).open(account).isEmpty()) {
            throw Call.unknownAccount();
        }
    }

    private Answer end(Call call) {
        String id = call.variable("id");
        if (!id.equals(call.visitor().token().id())) {
            call.checkUnlimited();
        }
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
            return Answer::nothing;
        });
        keys.ended(Checks.present(ended.get()));
        return answer;
    }

    static ObjectNode json(Token token) {
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
        return node.put("scope", Names.of(TokenScope.of(token.scope()))).put("oneTime", token.oneTime());
    }
}
