package dev.berth.service.words;

import java.util.regex.Pattern;

/** What people call one server of a pool: {@code server} unless its site says otherwise, such as {@code gpu}. */
public record Unit(String name) {
    public static final String RULE =
            "must be one word of at most 20 lowercase letters, digits and hyphens, such as gpu";

    private static final Pattern FORM = Pattern.compile("[a-z][a-z0-9-]{0,19}");
    /** The word itself, not as a part of a name or as the name of a job or pool. */
    private static final Pattern SAID = Pattern.compile("(?<![Jj]ob |[Pp]ool |[\\w.-])[Ss]ervers?(?![\\w-])");

    private static final Pattern HISSING = Pattern.compile(".*(?:s|x|z|ch|sh)");
    private static final Pattern CONSONANT_Y = Pattern.compile(".*[^aeiou]y");

    public static final Unit SERVER = new Unit("server");

    public Unit {
        if (!FORM.matcher(name).matches()) {
            throw new IllegalArgumentException(RULE);
        }
    }

    /** As English has it: gpu and gpus, box and boxes, battery and batteries. */
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

    /** A sentence about servers with this word for them. */
    public String inSentence(String sentence) {
        return equals(SERVER) ? sentence : SAID.matcher(sentence).replaceAll(said -> called(said.group()));
    }

    /** What a sentence says instead of server or servers, at its beginning or within it. */
    private String called(String word) {
        String other = word.endsWith("s") ? plural() : name;
        return Character.isUpperCase(word.charAt(0))
                ? Character.toUpperCase(other.charAt(0)) + other.substring(1)
                : other;
    }

    @Override
    public String toString() {
        return name;
    }
}
