package dev.berth.service.signin;

import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.site.Actor;
import dev.berth.site.View;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which names a provider may not give to somebody who comes for the first time. At many providers people choose their names
 * themselves: nobody may choose one that means something else here or on the machines, or that is taken for an administrator.
 *
 * <p>A directory is trusted with its names, because the machines take their users from it: it may have users with names of digits.
 */
final class NamesForStrangers {
    /** Names that mean something else in a path or in the audit log. */
    private static final Set<String> OWN = Set.of("me", Actor.SITE);

    /** Users that systems make for themselves, and names under which people expect an authority. */
    private static final Set<String> SYSTEM = Set.of(
            "adm",
            "admin",
            "administrator",
            "backup",
            "berth",
            "bin",
            "chrony",
            "daemon",
            "dbus",
            "docker",
            "ftp",
            "games",
            "gdm",
            "guest",
            "halt",
            "http",
            "irc",
            "kmem",
            "list",
            "lp",
            "mail",
            "man",
            "messagebus",
            "munge",
            "mysql",
            "news",
            "nginx",
            "nobody",
            "nslcd",
            "ntp",
            "operator",
            "polkitd",
            "postfix",
            "postgres",
            "proxy",
            "root",
            "rpc",
            "rpcuser",
            "security",
            "shutdown",
            "slurm",
            "sshd",
            "sssd",
            "staff",
            "sudo",
            "superuser",
            "support",
            "sync",
            "sys",
            "syslog",
            "system",
            "toor",
            "tss",
            "uucp",
            "wheel",
            "www",
            "www-data");

    private NamesForStrangers() {}

    /** Refuses a name with the reason and what to do. */
    static void check(View view, Outsider outsider, String name) {
        if (OWN.contains(name)) {
            throw refused(outsider, name, "is reserved by this service");
        }
        if (outsider.provider().equals(Directory.NAME)) {
            return;
        }
        if (SYSTEM.contains(name) || name.startsWith("systemd")) {
            throw refused(outsider, name, "is the name of a system user");
        }
        if (name.chars().noneMatch(Character::isLetter)) {
            throw refused(outsider, name, "has no letter, so that it may be taken for the number of a user");
        }
        Set<String> looks = Stream.concat(
                        Stream.of("root", "admin", "administrator"),
                        view.facts(Accounts.class).open().stream()
                                .filter(account -> account.is(Role.ADMINISTRATOR))
                                .map(Account::name))
                .map(NamesForStrangers::look)
                .collect(Collectors.toSet());
        if (looks.contains(look(name))) {
            throw refused(outsider, name, "looks like the name of an administrator");
        }
    }

    /** The same for names that people take for each other: {@code admin.}, {@code adm1n} and {@code admin}. */
    private static String look(String name) {
        return name.replaceAll("[._-]", "")
                .replace('0', 'o')
                .replace('1', 'i')
                .replace('l', 'i')
                .replace('3', 'e')
                .replace('4', 'a')
                .replace('5', 's')
                .replace('7', 't')
                .replace("rn", "m");
    }

    private static Rejected refused(Outsider outsider, String name, String why) {
        return Problem.notAllowed(
                        "%s calls you \"%s\", which cannot be the name of an account here: it %s. Ask for another name there, or ask the administrator of this site for an account"
                                .formatted(outsider.provider(), name, why))
                .toException();
    }
}
