package dev.berth.cli.account;

import dev.berth.cli.command.Commands;
import dev.berth.cli.console.Environment;
import dev.berth.cli.remote.Activation;

/** {@code berth account}, with its subcommands. */
public final class AccountCommand {
    private AccountCommand() {}

    public static Commands commands(Environment environment) {
        return new Commands("berth account", "Lists, adds and changes accounts")
                .add("list", "Lists accounts (administrator)", () -> new AccountList(environment))
                .add("add", "Adds an account (administrator)", () -> new AccountAdd(environment))
                .add("show", "Shows one account", () -> new AccountShow(environment))
                .add("change", "Changes an account (administrator)", () -> new AccountChange(environment))
                .add(
                        "disable",
                        "Disables an account (administrator)",
                        () -> new Activation(
                                environment,
                                Activation.Kind.ACCOUNT,
                                false,
                                "Disables an account: it cannot sign in, and its tokens end. Its reservations stay; those that have not begun are listed. Only for administrators."))
                .add(
                        "enable",
                        "Enables a disabled account (administrator)",
                        () -> new Activation(
                                environment,
                                Activation.Kind.ACCOUNT,
                                true,
                                "Enables a disabled account again, with the role and the limits it had. Its old tokens stay invalid. Only for administrators."))
                .add(
                        "invite",
                        "Prints a link to choose a password (administrator)",
                        () -> new AccountInvite(environment))
                .add("password", "Changes your password", () -> new AccountPassword(environment))
                .add("token", AccountToken.commands(environment));
    }
}
