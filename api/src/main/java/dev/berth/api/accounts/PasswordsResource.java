package dev.berth.api.accounts;

import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.Keys;
import dev.berth.service.account.NewToken;
import dev.berth.service.account.Role;
import dev.berth.service.account.Token;
import dev.berth.service.signin.Directory;
import dev.berth.service.signin.Identities;
import dev.berth.service.signin.Invitations;
import dev.berth.service.signin.PasswordSignIn;
import dev.berth.service.signin.Passwords;
import dev.berth.service.signin.Sessions;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code /password} and {@code /accounts/{name}/invitation}. */
public final class PasswordsResource {
    private final SiteAccess access;
    private final Keys keys;
    private final PasswordSignIn passwords;
    private final String address;

    /** @param address where people find the service; empty if that is not known */
    public PasswordsResource(SiteAccess access, Keys keys, PasswordSignIn passwords, String address) {
        this.access = access;
        this.keys = keys;
        this.passwords = passwords;
        this.address = address;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("PUT", "/password", Role.VIEWER, this::change),
                new Endpoint("POST", "/accounts/{name}/invitation", Role.ADMINISTRATOR, this::invite));
    }

    private Answer change(Call call) {
        call.checkMakes("a password");
        Fields fields = call.body();
        boolean endTokens = fields.flag("endTokens");
        String old = fields.secret("old", Passwords.LONGEST);
        String chosen = fields.requiredSecret("password", 10 * Passwords.LONGEST);
        try {
            fields.closed().check();
        } catch (Invalid e) {
            throw SignInResource.withoutValues(e);
        }
        String account = call.account().name();
        Passwords.check(account, chosen);
        boolean hasOne =
                access.read(view -> view.facts(Passwords.class).hash(account).isPresent());
        if (hasOne) {
            checkOld(call, account, old == null ? "" : old);
        } else {
            checkKeptHere(account);
        }
        String hash = passwords.hash(chosen);
        List<Token> ended = new ArrayList<>();
        Answer answer = access.writeEachTime(call, transaction -> {
            ended.clear();
            ended.addAll(PasswordSignIn.set(
                    transaction, account, hash, call.visitor().token().id()));
            if (endTokens) {
                ended.addAll(Sessions.endTokens(
                        transaction, account, call.visitor().token().id()));
            }
            return Answer::nothing;
        });
        ended.forEach(keys::ended);
        return answer;
    }

    /** With a password here the one of the directory would no longer count. */
    private void checkKeptHere(String account) {
        if (access.read(view -> view.facts(Identities.class).isFrom(Directory.NAME, account))) {
            throw Problem.notAllowed("The password of %s is kept by the directory of your organisation; change it there"
                            .formatted(account))
                    .toException();
        }
    }

    private void checkOld(Call call, String account, String old) {
        if (old.isEmpty()) {
            throw Problem.invalid("old", "", "must be the present password").toException();
        }
        passwords.check(account, old, call.address(), () -> Problem.invalid("old", "", "is not the present password"));
    }

    private Answer invite(Call call) {
        call.checkMakes("an invitation");
        Fields fields = call.body();
        Role role = fields.oneOf("role", Role.class);
        fields.closed().check();
        String account = call.accountName("name");
        Answer answer = access.writeEachTime(call, transaction -> {
            NewToken made = Invitations.make(transaction, account, Optional.ofNullable(role));
            return () -> Answer.json(
                    201,
                    Json.object()
                            .put("account", account)
                            .put("expires", Times.instant(made.token().expires()))
                            .put("link", address + "/#/welcome/" + made.secret()));
        });
        keys.accountChanged();
        return answer;
    }
}
