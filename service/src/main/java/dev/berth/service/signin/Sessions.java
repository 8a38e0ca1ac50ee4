package dev.berth.service.signin;

import dev.berth.service.account.AuditLog;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Purpose;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Sessions of people who are signed in. A session is a token: in the cookie of a browser, or in the file of a shell.
 *
 * <p>A browser's session ends a month after its last use. It is prolonged at most once a day, so that the journal is not
 * written at every request; a day is also how exactly its last use is known.
 */
public final class Sessions {
    public static final long LIFETIME = Duration.ofDays(30).toMillis();

    /** An account with more than that loses the ones that were opened first: nobody must be kept from signing in. */
    public static final int MOST = 50;

    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final int LONGEST_BROWSER = 200;

    private Sessions() {}

    /**
     * Where a session is opened.
     *
     * @param address of the client
     * @param browser as it names itself; may be empty
     */
    public record Origin(String address, String browser) {
        public Origin {
            browser = browser.length() <= LONGEST_BROWSER ? browser : browser.substring(0, LONGEST_BROWSER);
        }
    }

    /**
     * A session that was opened.
     *
     * @param ended sessions that had to end for it: they let nobody in any more once its owner has the answer
     */
    public record Opened(NewToken session, List<Token> ended) {}

    /** Signs an account in; the caller has made sure who it is, and that the account is open. */
    public static Opened open(Transaction transaction, String account, Origin origin) {
        return open(transaction, account, origin, LIFETIME);
    }

    /** The same for a shell, which has no cookie to prolong: the session lasts until it is ended. */
    public static Opened openForShell(Transaction transaction, String account, Origin origin) {
        return open(transaction, account, origin, 0);
    }

    private static Opened open(Transaction transaction, String account, Origin origin, long lifetime) {
        List<Token> others = new ArrayList<>();
        for (Token token : all(transaction.view(), account)) {
            if (token.isGood(transaction.now())) {
                others.add(token);
            } else {
                transaction.record(Tokens.KIND, token.end());
            }
        }
        others.sort(Comparator.comparingLong(Token::made));
        List<Token> ended = List.copyOf(others.subList(0, Math.max(0, others.size() - MOST + 1)));
        ended.forEach(oldest -> transaction.record(Tokens.KIND, oldest.end()));
        NewToken session = NewToken.make(
                transaction,
                account,
                NewToken.Terms.of(Purpose.SESSION, origin.browser(), lifetime).from(origin.address()));
        return new Opened(session, ended);
    }

    /** The sessions of an account that are open, the latest first. */
    public static List<Token> of(View view, String account, long now) {
        return all(view, account).stream()
                .filter(token -> token.isGood(now))
                .sorted(Comparator.comparingLong(Token::made).reversed())
                .toList();
    }

    private static List<Token> all(View view, String account) {
        return view.facts(Tokens.class).of(account).stream()
                .filter(token -> token.is(Purpose.SESSION))
                .toList();
    }

    /** When it was used last, to the day. */
    public static long used(Token session) {
        return session.expires() == 0 ? session.made() : Math.max(session.made(), session.expires() - LIFETIME);
    }

    public static boolean isDue(Token token, long now) {
        return token.is(Purpose.SESSION) && token.expires() > 0 && token.expires() - LIFETIME + DAY <= now;
    }

    /** Prolongs a session that is in use, unless that was done a moment ago; whether it was prolonged now. */
    public static boolean prolong(Transaction transaction, String id) {
        long now = transaction.now();
        Optional<Token> due =
                transaction.view().facts(Tokens.class).byId(id).filter(token -> token.isGood(now) && isDue(token, now));
        due.ifPresent(token -> transaction.record(Tokens.KIND, token.expiring(now + LIFETIME)));
        return due.isPresent();
    }

    /** Ends a session. */
    public static void end(Transaction transaction, Token session) {
        transaction.record(Tokens.KIND, session.end());
        AuditLog.add(transaction, "sign-out", session.id(), session.account());
    }

    /**
     * Ends all sessions of an account but one.
     *
     * @param kept the id of that one, or empty
     * @return those that have ended
     */
    public static List<Token> endAll(Transaction transaction, String account, String kept) {
        List<Token> ended = all(transaction.view(), account).stream()
                .filter(token -> !token.id().equals(kept))
                .toList();
        ended.forEach(token -> transaction.record(Tokens.KIND, token.end()));
        AuditLog.add(transaction, "sign-out-everywhere", account, "sessions: " + ended.size());
        return ended;
    }

    /**
     * Ends what else lets somebody in as an account: tokens of programs, calendar links, invitations and sign-in tokens.
     *
     * @param kept the id of a token that stays, or empty
     * @return those that have ended
     */
    public static List<Token> endTokens(Transaction transaction, String account, String kept) {
        List<Token> ended = transaction.view().facts(Tokens.class).of(account).stream()
                .filter(token -> !token.is(Purpose.SESSION) && !token.id().equals(kept))
                .toList();
        ended.forEach(token -> transaction.record(Tokens.KIND, token.end()));
        AuditLog.add(transaction, "end-all-tokens", account, "tokens and links: " + ended.size());
        return ended;
    }
}
