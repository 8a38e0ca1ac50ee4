package dev.berth.api;

import dev.berth.service.account.Account;
import dev.berth.service.account.Keys;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Role;
import dev.berth.service.account.Secrets;
import dev.berth.service.account.Token;
import dev.berth.site.TrustedClock;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Names;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets in who has a good token, as often as the limit allows, to what their role may do.
 *
 * <p>A good token is let in whatever others have tried: only failed attempts are counted, by address and by the account
 * they name, so nobody can lock out the owner of an account. Guessing is hopeless at any speed, as secrets are 256 random
 * bits; the limits keep guesses from costing the site anything.
 */
public final class Gate {
    private static final Logger LOG = LoggerFactory.getLogger(Gate.class);

    private final Keys keys;
    private final TrustedClock clock;
    private final int requestsPerSecond;
    private final Buckets users;
    private final Buckets addresses;
    private final Buckets accounts;
    private final Buckets warnings = new Buckets(1.0 / 60, System::nanoTime);

    private final Buckets mails = new Buckets(1.0 / 60, System::nanoTime);

    public Gate(Keys keys, TrustedClock clock, RequestLimits limits) {
        this.keys = keys;
        this.clock = clock;
        this.requestsPerSecond = limits.requestsPerSecond();
        this.users = new Buckets(limits.requestsPerSecond(), System::nanoTime);
        this.addresses = new Buckets(limits.strangersPerSecond(), System::nanoTime);
        this.accounts = new Buckets(limits.strangersPerSecond(), System::nanoTime);
    }

    /** Credentials of a request; {@code account} is the name that goes with HTTP Basic, or empty. */
    private record Credentials(String account, String secret, boolean inCookie) {
        /** A browser adds a cookie by itself, so a cookie holds nothing but what it was given for: a session. */
        boolean mayBe(Token token) {
            return !inCookie || token.is(Purpose.SESSION);
        }
    }

    Visitor enter(Function<String, Optional<String>> headers, String address, Role least) {
        Visitor visitor = visitor(shown(headers), address)
                .orElseThrow(() -> unauthorized(
                        "Not signed in: send a good token as Authorization: Bearer TOKEN, or sign in again"));
        Account account = visitor.account();
        if (!users.take(account.name())) {
            throw tooMany("%s has sent more than %d requests a second, with all tokens together; wait a second"
                    .formatted(account.name(), requestsPerSecond));
        }
        if (!account.is(least)) {
            throw Problem.notAllowed("This needs the role %s; %s is %s"
                            .formatted(Names.of(least), account.name(), Names.of(account.role())))
                    .toException();
        }
        return visitor;
    }

    /** Visitor of an endpoint that is open to anybody; empty if not signed in. Invalid credentials count as a failed attempt. */
    public Optional<Visitor> known(Call call) {
        Optional<Credentials> shown = shown(call.headers());
        return shown.isEmpty() ? Optional.empty() : visitor(shown, call.address());
    }

    private Optional<Visitor> visitor(Optional<Credentials> shown, String address) {
        Optional<String> hash = shown.map(credentials -> Secrets.hash(credentials.secret()));
        Predicate<Token> isMeant =
                token -> shown.filter(each -> each.mayBe(token)).isPresent();
        return hash.flatMap(keys::token).filter(isMeant).flatMap(this::visitor).or(() -> {
            attempt(address, shown.map(Credentials::account).orElse(""));
            return hash.flatMap(keys::tokenAtLast).filter(isMeant).flatMap(this::visitor);
        });
    }

    /** A header is what a program sends on purpose, so it goes before a cookie, which a browser adds by itself. */
    private static Optional<Credentials> shown(Function<String, Optional<String>> headers) {
        Optional<String> authorization = headers.apply("Authorization");
        return authorization.isPresent()
                ? authorization.flatMap(Gate::credentials)
                : SessionCookie.secret(headers).map(secret -> new Credentials("", secret, true));
    }

    /** Whether a visitor would still be let in, as the same; the session may have been prolonged since. */
    public boolean isGood(Visitor visitor) {
        String hash = visitor.token().hash();
        return keys.token(hash)
                .or(() -> keys.tokenAtLast(hash))
                .flatMap(this::visitor)
                .filter(now -> now.account().equals(visitor.account()))
                .isPresent();
    }

    /** Lets a one-time token for this purpose through to be used up; others are counted as failed attempts. */
    public void checkOneTime(String secret, Purpose purpose, String address) {
        String hash = Secrets.hash(secret);
        Optional<Token> known = keys.token(hash);
        if (known.filter(token -> isOneTime(token, purpose)).isEmpty()) {
            attempt(address, known.map(Token::account).orElse(""));
            if (keys.tokenAtLast(hash)
                    .filter(token -> isOneTime(token, purpose))
                    .isEmpty()) {
                throw unauthorized("This %s is invalid, used or expired; ask for a new one"
                        .formatted(purpose == Purpose.INVITATION ? "invitation" : "sign-in token"));
            }
        }
    }

    private boolean isOneTime(Token token, Purpose purpose) {
        return token.oneTime() && token.is(purpose) && token.isGood(clock.millis());
    }

    private Optional<Visitor> visitor(Token token) {
        // A token must not outlive its time because the passing of time is stopped.
        return !token.opensApi() || !token.isGood(clock.latest())
                ? Optional.empty()
                : keys.account(token.account()).map(account -> new Visitor(token, token.limited(account)));
    }

    /** Counts a mail with a code, which somebody else may receive: one a minute for each account and each address. */
    public void countMail(String account, String mail) {
        if (!mails.take("account " + account) || !mails.take("mail " + mail.toLowerCase(Locale.ROOT))) {
            throw tooMany("A code was sent a moment ago; wait a minute before you ask for another one");
        }
    }

    /** Counts an attempt without a good token, and refuses it if there were too many; {@code account} may be empty. */
    public void attempt(String address, String account) {
        if (!addresses.take(address)) {
            if (warnings.take("from " + address)) {
                LOG.atWarn()
                        .addKeyValue("client", address)
                        .log("Too many failed attempts to sign in from an address; more are refused");
            }
            throw tooMany("too many failed attempts to sign in from this address; wait a second");
        }
        // Names that no account has are counted alike: the answer must not tell which exist.
        if (!account.isEmpty() && !accounts.take(account)) {
            if (warnings.take(account)) {
                LOG.atWarn()
                        .addKeyValue("account", account)
                        .addKeyValue("client", address)
                        .log("Too many failed attempts to sign in as one account; more are refused");
            }
            throw tooMany("too many failed attempts to sign in to this account; wait a second");
        }
    }

    /** Credentials of {@code Bearer TOKEN}, or of {@code Basic} with any name and the token as password. */
    private static Optional<Credentials> credentials(String authorization) {
        int blank = authorization.indexOf(' ');
        String scheme = blank < 0 ? "" : authorization.substring(0, blank).toLowerCase(Locale.ROOT);
        String rest = authorization.substring(blank + 1).strip();
        if (scheme.equals("bearer")) {
            return Optional.of(new Credentials("", rest, false));
        }
        if (!scheme.equals("basic")) {
            return Optional.empty();
        }
        try {
            String pair = new String(Base64.getDecoder().decode(rest), StandardCharsets.UTF_8);
            int colon = pair.indexOf(':');
            return Optional.of(
                    new Credentials(name(pair.substring(0, Math.max(0, colon))), pair.substring(colon + 1), false));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The name, or none if no account can have it: what is counted and logged must be short and harmless. */
    private static String name(String text) {
        try {
            return AccountNames.checked(text);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static Rejected unauthorized(String why) {
        return Problem.of(Code.UNAUTHORIZED, why).toException();
    }

    private static Rejected tooMany(String why) {
        return Problem.of(Code.TOO_MANY_REQUESTS, why).toException();
    }
}
