package dev.berth.api.accounts;

import dev.berth.api.Call;
import dev.berth.api.SiteAccess;
import dev.berth.service.signin.Directory;
import dev.berth.service.signin.Identities;
import dev.berth.service.signin.PasswordSignIn;
import dev.berth.service.signin.Passwords;
import dev.berth.wire.problem.Problem;
import java.util.Optional;
import java.util.function.Supplier;

/** Asks for the password again before actions that must not be possible with a stolen session or token alone. */
final class PasswordCheck {
    private final SiteAccess access;
    private final PasswordSignIn passwords;

    PasswordCheck(SiteAccess access, PasswordSignIn passwords) {
        this.access = access;
        this.passwords = passwords;
    }

    /** Whether an account has a password that this service can check: one of the site, or one of its directory. */
    private boolean hasOne(String account) {
        return access.read(view -> view.facts(Passwords.class).hash(account).isPresent()
                || view.facts(Identities.class).isFrom(Directory.NAME, account));
    }

    /**
     * Refuses a caller who has a password and does not give it.
     *
     * @param given the field {@code password} of the body
     * @param why it is asked for, and what can be done without it
     */
    void require(Call call, Optional<String> given, String why) {
        String account = call.account().name();
        if (!hasOne(account)) {
            return;
        }
        if (given.isEmpty()) {
            throw Problem.invalid("password", "", "must be the password of %s, because %s".formatted(account, why))
                    .toException();
        }
        Supplier<Problem> wrong = () -> Problem.invalid("password", "", "is not the password of %s".formatted(account));
        boolean isOwner = switch (passwords.check(account, given.get(), call.address(), wrong)) {
            case PasswordSignIn.Proven.Owner(String owned) -> owned.equals(account);
            // Somebody else may have got the name in the directory since.
            case PasswordSignIn.Proven.Known(var outsider) ->
                access.read(view -> view.facts(Identities.class)
                        .of(outsider.provider(), outsider.subject())
                        .filter(identity -> identity.account().equals(account))
                        .isPresent());
        };
        if (!isOwner) {
            throw wrong.get().toException();
        }
    }
}
