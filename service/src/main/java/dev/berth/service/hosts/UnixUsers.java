package dev.berth.service.hosts;

import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Which Unix user an account is on the hosts of the site. They are different things: whoever may make accounts need not rule
 * the hosts, so the administrator of the site says which is which.
 *
 * @param byAccount where the two have different names
 */
public record UnixUsers(Map<String, String> byAccount) {
    public static final UnixUsers SAME = new UnixUsers(Map.of());

    private static final int MOST = 10_000;
    private static final Pattern FORM = Pattern.compile("[a-z_][a-z0-9_-]{0,31}");

    public static final String RULE =
            "must be a Unix user of at most 32 lower-case letters, digits, hyphens and underscores, no digit or hyphen first";

    public UnixUsers {
        byAccount = Map.copyOf(byAccount);
    }

    /** Whether this is a name of the usual form: anything else could end up as a part of a command or a list. */
    public static boolean isOne(String user) {
        return FORM.matcher(user).matches();
    }

    public static String checked(String user) {
        if (!isOne(user)) {
            throw new IllegalArgumentException(user);
        }
        return user;
    }

    public static UnixUsers read(Fields fields, String field) {
        Map<String, String> users = new HashMap<>();
        fields.texts(field, MOST).forEach((account, user) -> {
            try {
                users.put(AccountNames.checked(account), user);
            } catch (IllegalArgumentException e) {
                fields.fault(field, "must have names of accounts as keys, not \"" + account + "\"");
            }
            if (!isOne(user)) {
                fields.fault(field, RULE);
            }
        });
        return new UnixUsers(users);
    }

    /** The Unix user of an account: of the same name, unless the table says otherwise. */
    public String of(String account) {
        return byAccount.getOrDefault(account, account);
    }
}
