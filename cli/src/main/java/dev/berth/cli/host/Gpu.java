package dev.berth.cli.host;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A graphics card.
 *
 * @param name as its maker calls it, such as {@code NVIDIA H200}
 * @param mebibytes of its memory; 0 if it does not say
 * @param parts what it is divided into (MIG); empty if it is used as a whole
 * @param isDivided whether it can be used only in parts; it may have none yet
 */
public record Gpu(int index, String uuid, String name, long mebibytes, boolean isDivided, List<Part> parts) {
    /** Words that say nothing about the speed of a card. */
    private static final Pattern NOISE = Pattern.compile(
            "\\b(nvidia|tesla|quadro|geforce|graphics|device|generation|laptop|gpu|pcie|nvl|sxm\\d?|hbm\\w*|\\d+gb)\\b");

    /**
     * A part of a card that is used like a card of its own.
     *
     * @param profile its size, such as {@code 3g.20gb}: three of seven slices, and 20 GB
     */
    public record Part(int index, String profile, String uuid) {
        private static final Pattern SLICES = Pattern.compile("(?:(\\d)c\\.)?(\\d)g\\..*");

        /** How many of the seven slices of a card it computes with. */
        public int slices() {
            var size = SLICES.matcher(profile);
            if (!size.matches()) {
                return 1;
            }
            return Integer.parseInt(size.group(1) == null ? size.group(2) : size.group(1));
        }
    }

    /** A short name of its kind: {@code h200}, {@code rtx4090}. */
    public String kind() {
        String kind = NOISE.matcher(
                        name.toLowerCase(Locale.ROOT).replace('-', ' ').replace('_', ' '))
                .replaceAll("")
                .replaceAll("[^a-z0-9]", "");
        return kind.isEmpty() ? "gpu" : kind;
    }

    /** Its memory for people, such as {@code 140GiB}; empty if it is not known. */
    public String memory() {
        return mebibytes == 0 ? "" : Math.round(mebibytes / 1024.0) + "GiB";
    }
}
