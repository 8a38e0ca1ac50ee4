package dev.berth.words;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Amounts of parts as people say them: {@code 4 gpus}, {@code 64 GiB of memory}, {@code 16 cores}, {@code 0.5 of a gpu}. */
public final class PartWords {
    /** The part that is counted in MiB. */
    public static final String MEMORY = "memory";

    /** The part that is meant by a share of a card. */
    public static final String GPU = "gpu";

    private PartWords() {}

    /** An amount of a part. */
    public static String counted(String part, long amount) {
        if (part.equals(MEMORY)) {
            return MemorySize.words(amount) + " of memory";
        }
        String name = part.endsWith("s") ? part.substring(0, part.length() - 1) : part;
        return amount + " " + (amount == 1 ? name : name + "s");
    }

    /** Hours of a part, in plural: {@code gpu-hours}, {@code core-hours}, {@code GiB-hours of memory}. */
    public static String hours(String part) {
        if (part.equals(MEMORY)) {
            return "GiB-hours of memory";
        }
        return (part.endsWith("s") ? part.substring(0, part.length() - 1) : part) + "-hours";
    }

    /** Parts that a job takes of each of its servers, cards first: {@code 2 gpus, 16 cores and 64 GiB of memory}. */
    public static String of(Slice slice) {
        List<String> all = new ArrayList<>();
        Share share = slice.share();
        if (share != null) {
            all.add(of(share));
        }
        List<String> others = new ArrayList<>();
        List<String> memory = new ArrayList<>();
        slice.amounts().forEach((part, amount) -> {
            List<String> among = isCard(part) ? all : part.equals(MEMORY) ? memory : others;
            among.add(counted(part, amount));
        });
        all.addAll(others);
        all.addAll(memory);
        return listed(all);
    }

    /** The parts that a server has: {@code 8 gpus, 96 cores and 384 GiB of memory}; {@code none}. */
    public static String of(Parts parts) {
        return parts.isEmpty()
                ? "none"
                : listed(parts.all().stream()
                        .map(part -> counted(part.name(), part.count())
                                + (part.memory() > 0 ? " of " + MemorySize.words(part.memory()) : "")
                                + (part.shared() ? " in shares" : ""))
                        .toList());
    }

    static boolean isCard(String part) {
        return part.equals(GPU) || part.startsWith(GPU + "-");
    }

    /** A share of a card: {@code 0.5 of a gpu}, {@code 20 GiB of a gpu}. */
    public static String of(Share share) {
        String part = isCard(share.part()) ? "a " + share.part() : "one " + share.part();
        return share.memory() > 0
                ? MemorySize.words(share.memory()) + " of " + part
                : fraction(share.thousandths()) + " of " + part;
    }

    /** Thousandths as a decimal. */
    public static String fraction(int thousandths) {
        return BigDecimal.valueOf(thousandths, 3).stripTrailingZeros().toPlainString();
    }

    /** A number of licences: {@code 1 licence of matlab}. */
    public static String licence(String name, long count) {
        return count + (count == 1 ? " licence of " : " licences of ") + name;
    }

    /** Licences: {@code 1 licence of matlab and 2 licences of comsol}. */
    public static String licences(Amounts licences) {
        List<String> all = new ArrayList<>();
        licences.forEach((name, count) -> all.add(licence(name, count)));
        return listed(all);
    }

    private static String listed(List<String> all) {
        return all.size() < 2
                ? String.join("", all)
                : String.join(", ", all.subList(0, all.size() - 1)) + " and " + all.getLast();
    }
}
