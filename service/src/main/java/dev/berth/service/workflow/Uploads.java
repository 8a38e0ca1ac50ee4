package dev.berth.service.workflow;

import dev.berth.service.account.Account;
import dev.berth.service.account.Secrets;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.site.Memory;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.read.ReadWorkflow;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The workflows that were sent lately, for a day. Only in memory, like offers: one that is booked is kept with its plan.
 * A user who sends too many loses their own oldest ones; if all send too many, the one who has most does.
 */
public final class Uploads {
    static final int MOST_OF_ONE = 50;

    /** Never more than a share of the memory. */
    private static final long BYTES_OF_ONE = Memory.atMost(64L << 20, 16);

    private static final long BYTES_IN_ALL = Memory.atMost(256L << 20, 8);
    private static final long GOOD_FOR = Duration.ofDays(1).toMillis();

    private final Clock clock;
    private final long bytesOfOne;
    private final long bytesInAll;
    /** The oldest first. */
    private final LinkedHashMap<String, Upload> byId = new LinkedHashMap<>();

    public Uploads(Clock clock) {
        this(clock, BYTES_OF_ONE, BYTES_IN_ALL);
    }

    Uploads(Clock clock, long bytesOfOne, long bytesInAll) {
        this.clock = clock;
        this.bytesOfOne = bytesOfOne;
        this.bytesInAll = bytesInAll;
    }

    public synchronized Upload add(String owner, ReadWorkflow read, Profile profile) {
        byId.values().removeIf(upload -> upload.expires() <= clock.millis());
        Upload upload = new Upload("u-" + Secrets.random(16), owner, read, profile, clock.millis() + GOOD_FOR);
        while (count(owner) >= MOST_OF_ONE || weights().getOrDefault(owner, 0L) + upload.weight() > bytesOfOne) {
            if (!dropOldest(owner)) {
                break;
            }
        }
        while (weights().values().stream().mapToLong(weight -> weight).sum() + upload.weight() > bytesInAll) {
            if (!dropOldest(heaviest())) {
                break;
            }
        }
        byId.put(upload.id(), upload);
        return upload;
    }

    private long count(String owner) {
        return byId.values().stream()
                .filter(upload -> upload.owner().equals(owner))
                .count();
    }

    private Map<String, Long> weights() {
        Map<String, Long> weights = new HashMap<>();
        byId.values().forEach(upload -> weights.merge(upload.owner(), upload.weight(), Long::sum));
        return weights;
    }

    private String heaviest() {
        return weights().entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
    }

    private boolean dropOldest(String owner) {
        Optional<Upload> oldest = byId.values().stream()
                .filter(upload -> upload.owner().equals(owner))
                .findFirst();
        oldest.ifPresent(upload -> byId.remove(upload.id()));
        return oldest.isPresent();
    }

    public synchronized Optional<Upload> get(String id) {
        return Optional.ofNullable(byId.get(id)).filter(upload -> upload.expires() > clock.millis());
    }

    /** The workflow of that id, if it is the asker's to see. */
    public Upload own(Account asker, String id) {
        Upload upload = get(id).orElseThrow(() -> Problem.of(
                        Code.UNKNOWN_WORKFLOW, "Unknown workflow, or sent more than a day ago; send it again")
                .toException());
        asker.checkOwns(upload.owner(), "workflow " + upload.id());
        return upload;
    }

    /** The newest first. */
    public synchronized List<Upload> list(Predicate<String> owners) {
        return byId.values().stream()
                .filter(upload -> upload.expires() > clock.millis() && owners.test(upload.owner()))
                .toList()
                .reversed();
    }

    public synchronized void remove(String id) {
        byId.remove(id);
    }
}
