package dev.berth.service.signin;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.FactKeeper;
import dev.berth.site.KeyedFacts;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import dev.berth.wire.problem.Problem;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The passwords of the accounts that have one, as hashes. */
public final class Passwords implements FactKeeper<Password> {
    public static final String KIND = "password";

    /** Length is what makes a password strong; of rules about characters people make the same few passwords. */
    public static final int SHORTEST = 12;

    public static final int LONGEST = 200;

    private final KeyedFacts<Password> passwords = new KeyedFacts<>(Password::account);

    record All(List<Password> passwords) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Password> type() {
        return Password.class;
    }

    @Override
    public Undo apply(Password password, long time, String actor) {
        return passwords.put(password);
    }

    /** The hash of an account's password. */
    public Optional<String> hash(String account) {
        return passwords.get(account).map(Password::hash);
    }

    /** Refuses a new password that is easily guessed. It is not repeated in what is said. */
    public static void check(String account, String chosen) {
        String text = chosen.toLowerCase(Locale.ROOT);
        if (chosen.length() < SHORTEST || chosen.length() > LONGEST) {
            throw weak("must have %d to %d characters".formatted(SHORTEST, LONGEST));
        }
        if (!account.isEmpty()
                && text.replace(account.toLowerCase(Locale.ROOT), "").length() < SHORTEST / 2) {
            throw weak("must be more than the name of the account");
        }
        if (text.chars().distinct().count() < 5) {
            throw weak("must have at least 5 different characters");
        }
    }

    private static RuntimeException weak(String rule) {
        return Problem.invalid("password", "", rule).toException();
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(passwords.all(), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        passwords.clear();
        pieces.forEachRemaining(
                piece -> passwords.restore(Codec.read(All.class, piece).passwords()));
    }
}
