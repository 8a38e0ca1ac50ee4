package dev.berth.wire;

import dev.berth.engine.model.BadValue;
import java.util.regex.Pattern;

/** Rule for the names of accounts. */
public final class AccountNames {
    public static final String RULE =
            "must be 1 to 64 lower-case letters, digits, dots, dashes and underscores, a letter or digit first";

    private static final Pattern GOOD = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    private AccountNames() {}

    public static String checked(String name) {
        if (!GOOD.matcher(name).matches()) {
            throw new BadValue("name", name, RULE);
        }
        return name;
    }
}
