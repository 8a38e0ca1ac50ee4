package dev.berth.lab.experiment;

import dev.berth.engine.model.BadValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A share of the cells of an experiment, for one of several machines. Cells are dealt like cards, because neighbours take
 * about the same time.
 *
 * @param number from 1 on
 */
public record CellShare(int number, int of) {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,8})/([1-9][0-9]{0,8})");

    public CellShare {
        if (number < 1 || number > of) {
            throw new BadValue("part", number + "/" + of, "must be such as 3/24, the third of 24 parts");
        }
    }

    /** Reads {@code 3/24}. */
    public static CellShare read(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new BadValue("part", text, "must be such as 3/24, the third of 24 parts");
        }
        return new CellShare(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /** Its share of all cells. */
    public <T> List<T> share(List<T> all) {
        List<T> share = new ArrayList<>();
        for (int i = number - 1; i < all.size(); i += of) {
            share.add(all.get(i));
        }
        return share;
    }

    /** Where its finished cells are kept: beside those of a run of all. */
    Path file(Path kept) {
        String name = String.valueOf(kept.getFileName()).replaceFirst("\\.jsonl$", "");
        return kept.resolveSibling("%s-%d-of-%d.jsonl".formatted(name, number, of));
    }

    /** Pattern that matches the files of all parts, however many there are. */
    static String files(Path kept) {
        return String.valueOf(kept.getFileName()).replaceFirst("\\.jsonl$", "") + "-*-of-*.jsonl";
    }

    @Override
    public String toString() {
        return number + "/" + of;
    }
}
