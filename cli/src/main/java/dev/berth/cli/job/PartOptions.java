package dev.berth.cli.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.words.MemorySize;
import dev.berth.words.PartWords;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Options that say which parts of each server a job takes, and which licences. */
public final class PartOptions {
    private static final Pattern PAIR = Pattern.compile("([a-z][a-z0-9._-]{0,39})(?::([0-9]{1,13}))?");
    private static final Pattern SHARE = Pattern.compile("0?\\.[0-9]{1,3}");

    private final Map<String, Long> parts = new TreeMap<>();
    /** The option that said each part. */
    private final Map<String, String> options = new TreeMap<>();

    private final Map<String, Long> licences = new TreeMap<>();
    private int thousandths;
    private long memoryOfCard;

    public void declare(Syntax syntax) {
        syntax.integer(
                "--gpus",
                "N",
                "Cards of each server, on hosts that are booked in parts",
                value -> take("--gpus", PartWords.GPU, value));
        syntax.text(
                "--gpu-share",
                "SHARE",
                "Share of one card of each server, such as 0.5, where cards can be shared",
                this::share);
        syntax.text(
                "--gpu-memory",
                "SIZE",
                "The same by the memory of the card, such as 20g",
                value -> memoryOfCard = size("--gpu-memory", value));
        syntax.integer("--cores", "N", "Cores of each server", value -> take("--cores", "cores", value));
        syntax.text(
                "--memory",
                "SIZE",
                "Memory of each server, such as 64g",
                value -> take("--memory", PartWords.MEMORY, size("--memory", value)));
        syntax.text(
                        "--take",
                        "PART:N",
                        "Any part of each server by its name, such as gpu-1g.10gb:2; may be repeated",
                        value -> pair("--take", value, (part, count) -> take("--take", part, count)))
                .repeatable();
        syntax.text(
                        "--licence",
                        "NAME:N",
                        "Licences of the site for the whole job, such as matlab:1; may be repeated",
                        value -> pair("--licence", value, licences::put))
                .repeatable();
    }

    private void take(String option, String part, long count) {
        if (count < 1) {
            throw new BadInput("%s: must be at least 1, not %d".formatted(option, count));
        }
        if (parts.put(part, count) != null) {
            throw new BadInput("%s: part %s is already said by %s; say it once"
                    .formatted(option, part, options.getOrDefault(part, option)));
        }
        options.put(part, option);
    }

    private void share(String text) {
        if (!SHARE.matcher(text).matches() || new BigDecimal(text).signum() == 0) {
            throw new BadInput("--gpu-share: \"%s\" must be from 0.001 to 0.999, such as 0.5; whole cards are --gpus"
                    .formatted(text));
        }
        thousandths = new BigDecimal(text).movePointRight(3).intValueExact();
    }

    private static long size(String option, String text) {
        return MemorySize.read(text)
                .filter(size -> size > 0)
                .orElseThrow(() -> new BadInput(
                        "%s: Cannot read \"%s\" as a size; try 64g, 512m or 1.5t".formatted(option, text)));
    }

    private static void pair(String option, String text, BiConsumer<String, Long> taker) {
        Matcher pair = PAIR.matcher(text);
        if (!pair.matches()) {
            throw new BadInput("%s: \"%s\" must be NAME:N, such as %s"
                    .formatted(option, text, option.equals("--licence") ? "matlab:1" : "gpu-1g.10gb:2"));
        }
        taker.accept(pair.group(1), pair.group(2) == null ? 1 : Long.parseLong(pair.group(2)));
    }

    /** Whether anything is said. */
    public boolean areGiven() {
        return !parts.isEmpty() || !licences.isEmpty() || thousandths > 0 || memoryOfCard > 0;
    }

    /** Adds them to a job; what its words say already may not be said again. */
    public void addTo(ObjectNode job) {
        if (thousandths > 0 && memoryOfCard > 0) {
            throw new BadInput("Give either --gpu-share or --gpu-memory, not both");
        }
        boolean isShare = thousandths > 0 || memoryOfCard > 0;
        if (isShare && (parts.containsKey(PartWords.GPU) || job.path("parts").has(PartWords.GPU))) {
            throw new BadInput("A job takes whole cards or a share of one: give --gpus, or %s"
                    .formatted(thousandths > 0 ? "--gpu-share" : "--gpu-memory"));
        }
        JobOptions.refuse(
                (isShare || parts.containsKey(PartWords.GPU)) && job.has("share"),
                isShare ? "--gpu-share" : "--gpus",
                "which share of a card");
        add(job, "parts", parts, "part");
        add(job, "licences", licences, "licence");
        if (isShare) {
            ObjectNode share = job.putObject("share").put("part", PartWords.GPU);
            if (thousandths > 0) {
                share.put("thousandths", thousandths);
            } else {
                share.put("memory", memoryOfCard);
            }
        }
    }

    private void add(ObjectNode job, String field, Map<String, Long> amounts, String what) {
        if (amounts.isEmpty()) {
            return;
        }
        ObjectNode all = objectIn(job, field);
        amounts.forEach((name, count) -> {
            JobOptions.refuse(
                    all.has(name),
                    field.equals("parts") ? options.getOrDefault(name, "--take") : "--licence",
                    "how many of " + what + " " + name);
            all.put(name, count);
        });
    }

    private static ObjectNode objectIn(ObjectNode job, String field) {
        @Nullable ObjectNode said = job.path(field) instanceof ObjectNode node ? node : null;
        return said == null ? job.putObject(field) : said;
    }
}
