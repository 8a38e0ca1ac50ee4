package dev.berth.words;

import java.util.regex.Pattern;

/** Name for one server of a pool: {@code server} by default, or the one that its site declares, such as {@code gpu}. */
public record Unit(String name) {
    public static final String RULE =
            "must be one word of at most 20 lowercase letters, digits and hyphens, such as gpu";

    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9-]{0,19}");

    private static final Pattern HISSING = Pattern.compile(".*(?:s|x|z|ch|sh)");
    private static final Pattern CONSONANT_Y = Pattern.compile(".*[^aeiou]y");

    public static final Unit SERVER = new Unit("server");

    public Unit {
        if (!FORM.matcher(name).matches()) {
            throw new IllegalArgumentException(RULE);
        }
    }

    /** Plural by the rules of English: gpu and gpus, box and boxes, battery and batteries. */
    public String plural() {
        if (HISSING.matcher(name).matches()) {
            return name + "es";
        }
        return CONSONANT_Y.matcher(name).matches() ? name.substring(0, name.length() - 1) + "ies" : name + "s";
    }

    /** Whether this is what somebody calls it, one or several. */
    public boolean isCalled(String word) {
        return word.equals(name) || word.equals(plural());
    }

    /** {@code 1 gpu}, {@code 4 gpus}. */
    public String counted(long count) {
        return count + " " + (count == 1 ? name : plural());
    }

    /** The word at the beginning of a sentence: {@code Gpu}. */
    public String capitalised() {
        return capitalised(name);
    }

    /** The word for several at the beginning of a sentence: {@code Gpus}. */
    public String capitalisedPlural() {
        return capitalised(plural());
    }

    private static String capitalised(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    @Override
    public String toString() {
        return name;
    }
}
