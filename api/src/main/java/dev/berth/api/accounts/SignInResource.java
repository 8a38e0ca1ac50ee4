package dev.berth.api.accounts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.Gate;
import dev.berth.api.SessionCookie;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Secrets;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.service.signin.FailedSignIns;
import dev.berth.service.signin.Outsider;
import dev.berth.service.signin.Outsiders;
import dev.berth.service.signin.PasswordSignIn;
import dev.berth.service.signin.Passwords;
import dev.berth.service.signin.Sessions;
import dev.berth.site.Transaction;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.json.Fault;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.json.NotJson;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** {@code /sign-in}: a session for a person who proves their identity. Takes no idempotency keys: the answers hold secrets. */
public final class SignInResource {
    private final SiteAccess access;
    private final Gate gate;
    private final Keys keys;
    private final PasswordSignIn passwords;
    private final FailedSignIns failed;
    private final List<String> providers;

    /** @param providers of OpenID Connect, by their names */
    public SignInResource(
            SiteAccess access,
            Gate gate,
            Keys keys,
            PasswordSignIn passwords,
            FailedSignIns failed,
            List<String> providers) {
        this.access = access;
        this.gate = gate;
        this.keys = keys;
        this.passwords = passwords;
        this.failed = failed;
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
        ways.addObject().put("kind", "password");
        ways.addObject().put("kind", "token");
        providers.forEach(name -> ways.addObject().put("kind", "openid").put("name", name));
        return Answer.ok(node);
    }

    /** Proof of identity at sign-in: a one-time token, a password, or an invitation with a new password. */
    private sealed interface Proof {
        record OneTime(String token) implements Proof {}

        record Secret(String account, String password) implements Proof {}

        record Invitation(String token, String password) implements Proof {}
    }

    /** @param inBrowser whether a cookie keeps the session, and not the caller */
    private record Shown(Proof proof, boolean inBrowser) {}

    private Shown shown(Call call) {
        try {
            Fields fields = call.body();
            Shown shown = new Shown(proof(fields), fields.flag("browser"));
            fields.closed().check();
            return shown;
        } catch (Invalid e) {
            gate.attempt(call.address(), "");
            throw withoutValues(e);
        } catch (NotJson e) {
            gate.attempt(call.address(), "");
            throw e;
        }
    }

    /** Rejection that names the faults without the values that were sent: some of them are secret. */
    static Rejected withoutValues(Invalid invalid) {
        return Problem.invalid(invalid.faults().stream()
                        .map(fault -> new Fault(fault.field(), "", fault.rule()))
                        .toList())
                .toException();
    }

    private static Proof proof(Fields fields) {
        String account = fields.text("account", 100);
        String invitation = fields.text("invitation", 200);
        if (account == null && invitation == null) {
            return new Proof.OneTime(fields.requiredText("token", 200));
        }
        String password = fields.requiredSecret("password", 10 * Passwords.LONGEST);
        return invitation == null
                ? new Proof.Secret(Checks.present(account), password)
                : new Proof.Invitation(invitation, password);
    }

    private Answer signIn(Call call) {
        Shown shown = shown(call);
        return switch (shown.proof()) {
            case Proof.OneTime(String token) -> byToken(call, token, shown.inBrowser());
            case Proof.Secret(String account, String password) ->
                byPassword(call, account, password, shown.inBrowser());
            case Proof.Invitation(String token, String password) ->
                byInvitation(call, token, password, shown.inBrowser());
        };
    }

    private Answer byToken(Call call, String secret, boolean inBrowser) {
        gate.checkOneTime(secret, Purpose.SIGN_IN, call.address());
        String hash = Secrets.hash(secret);
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
            return signedIn(transaction, used.account(), call, inBrowser);
        });
    }

    private Answer byPassword(Call call, String account, String password, boolean inBrowser) {
        return switch (passwords.check(named(account), password, call.address())) {
            case PasswordSignIn.Proven.Owner(String owned) ->
                access.writeEachTime(call, transaction -> signedIn(transaction, owned, call, inBrowser));
            case PasswordSignIn.Proven.Known(Outsider outsider) ->
                failed.audited(outsider.provider(), call.address(), () -> byDirectory(call, outsider, inBrowser));
        };
    }

    private Answer byDirectory(Call call, Outsider outsider, boolean inBrowser) {
        Answer answer = access.writeEachTime(call, transaction -> {
            String admitted = Outsiders.admit(transaction, outsider).name();
            return signedIn(transaction, admitted, call, inBrowser);
        });
        keys.accountChanged();
        return answer;
    }

    /** Name of an account, or one fixed name for all that no account can have: it is kept and audited, so it must be harmless. */
    private static String named(String text) {
        try {
            return AccountNames.checked(text.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return PasswordSignIn.NOBODY;
        }
    }

    private Answer byInvitation(Call call, String secret, String password, boolean inBrowser) {
        gate.checkOneTime(secret, Purpose.INVITATION, call.address());
        String hash = Secrets.hash(secret);
        Passwords.check(
                access.read(view -> view.facts(Tokens.class)
                        .byHash(hash)
                        .map(Token::account)
                        .orElse("")),
                password);
        String hashed = passwords.hash(password);
        List<Token> ended = new ArrayList<>();
        Answer answer = access.writeEachTime(call, transaction -> {
            String account = PasswordSignIn.redeemed(transaction, hash);
            ended.clear();
            ended.addAll(PasswordSignIn.set(transaction, account, hashed, ""));
            return signedIn(transaction, account, call, inBrowser);
        });
        ended.forEach(keys::ended);
        return answer;
    }

    private Supplier<Answer> signedIn(Transaction transaction, String account, Call call, boolean inBrowser) {
        TokensResource.checkOpen(transaction, account);
        Sessions.Origin origin = SessionCookie.origin(call);
        Sessions.Opened opened = inBrowser
                ? Sessions.open(transaction, account, origin)
                : Sessions.openForShell(transaction, account, origin);
        return () -> {
            opened.ended().forEach(keys::ended);
            NewToken session = opened.session();
            ObjectNode node = TokensResource.json(session.token());
            return inBrowser
                    ? SessionCookie.given(Answer.json(201, node), session)
                    : Answer.json(201, node.put("token", session.secret()));
        };
    }
}
