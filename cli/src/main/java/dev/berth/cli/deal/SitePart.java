package dev.berth.cli.deal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.JsonTree;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Servers at one site, as {@code --part} says it. */
record SitePart(String site, int servers, Optional<String> pool) {
    private static final Pattern FORM = Pattern.compile("([^:]+):([1-9][0-9]{0,8})(?::(.+))?");

    static SitePart parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new BadInput(
                    "--part: \"%s\" must be SITE:SERVERS or SITE:SERVERS:POOL, such as north:8 or north:8:gpu"
                            .formatted(text));
        }
        return new SitePart(
                matcher.group(1), Integer.parseInt(matcher.group(2)), Optional.ofNullable(matcher.group(3)));
    }

    /** With a job like this one, but for its servers. */
    ObjectNode json(ObjectNode whole) {
        ObjectNode job = whole.deepCopy().put("servers", servers);
        pool.ifPresent(name -> job.put("pool", name));
        ObjectNode part = JsonTree.object().put("site", site);
        part.putArray("jobs").add(job);
        return part;
    }
}
