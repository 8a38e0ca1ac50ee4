package dev.berth.engine.calendar;

import dev.berth.engine.calendar.pinned.PinnedCalendar;
import dev.berth.engine.calendar.skyline.EarliestStart;
import dev.berth.engine.calendar.skyline.LevelStart;
import dev.berth.engine.calendar.skyline.PromptStart;
import dev.berth.engine.calendar.skyline.SkylineCalendar;
import dev.berth.engine.calendar.skyline.StartRule;
import dev.berth.engine.calendar.skyline.TermsStart;
import dev.berth.engine.calendar.slices.HostRules;
import dev.berth.engine.calendar.slices.SiteCalendar;
import dev.berth.engine.model.BadValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The registry of calendars: policy name to constructor. */
public final class Calendars {
    public static final String DEFAULT = "terms";

    private static final String NO_CLEARING = "no-clearing";

    private static final Map<String, Supplier<Calendar>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("ff-hu", PinnedCalendar::oneList);
        BY_NAME.put("ff-ha", PinnedCalendar::listPerRate);
        BY_NAME.put("ff-ha-tight", PinnedCalendar::tightListPerRate);
        BY_NAME.put("ff-ha-plus", PinnedCalendar::treePerPool);
        BY_NAME.put("ff-ha-plus-last", PinnedCalendar::treePerPoolFromTheLast);
        BY_NAME.put("earliest", () -> new SkylineCalendar(new EarliestStart()));
        BY_NAME.put("level", () -> new SkylineCalendar(new LevelStart()));
        BY_NAME.put("prompt", () -> new SkylineCalendar(new PromptStart()));
        BY_NAME.put("terms", () -> new SkylineCalendar(new TermsStart()));
    }

    private Calendars() {}

    public static Set<String> names() {
        return Collections.unmodifiableSet(BY_NAME.keySet());
    }

    /**
     * An empty calendar of the policy: one of the names, or the full name of a class on the class path that is a
     * {@link Calendar} or a {@link StartRule} and has a constructor without parameters.
     */
    public static Calendar create(String policy) {
        Supplier<Calendar> constructor = BY_NAME.get(policy);
        return constructor != null ? constructor.get() : ofClass(policy);
    }

    /**
     * An empty calendar of a whole site: by the policy for servers that are booked as a whole, and with pools of hosts. The name may
     * end with a slash and one of the {@link HostRules} by which hosts are chosen, such as {@code prompt/best-fit}, and after a
     * second slash with {@code no-clearing}: then no hosts are cleared for a job.
     */
    public static Calendar ofSite(String policy) {
        String[] names = policy.split("/", 3);
        String rule = names.length < 2 ? HostRules.DEFAULT : names[1];
        if (names.length == 3 && !names[2].equals(NO_CLEARING)) {
            throw new BadValue("policy", policy, "may end with /" + NO_CLEARING + " after the rule for hosts");
        }
        return new SiteCalendar(create(names[0]), names[0], rule, names.length < 3);
    }

    private static Calendar ofClass(String name) {
        Object policy;
        try {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            policy = Class.forName(name, true, loader).getConstructor().newInstance();
        } catch (ClassNotFoundException e) {
            throw new BadValue(
                    "policy", name, "must be one of " + String.join(", ", names()) + ", or a class on the class path");
        } catch (ReflectiveOperationException e) {
            throw new BadValue("policy", name, "needs a public constructor without parameters: " + e);
        }
        return switch (policy) {
            case Calendar calendar -> calendar;
            case StartRule rule -> new SkylineCalendar(rule);
            default -> throw new BadValue("policy", name, "must be a class that is a Calendar or a StartRule");
        };
    }
}
