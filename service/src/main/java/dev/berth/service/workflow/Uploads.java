package dev.berth.service.workflow;

import dev.berth.service.account.Account;
import dev.berth.service.account.Secrets;
import dev.berth.service.shelf.Shelf;
import dev.berth.site.Memory;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.read.ReadWorkflow;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
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
    private final Shelf<String, String, Upload> shelf;

    public Uploads(Clock clock) {
        this(clock, BYTES_OF_ONE, BYTES_IN_ALL);
    }

    Uploads(Clock clock, long bytesOfOne, long bytesInAll) {
        this.clock = clock;
        this.shelf = new Shelf<>(clock::millis, GOOD_FOR, new Shelf.Bounds(MOST_OF_ONE, bytesOfOne, bytesInAll));
    }

    public Upload add(String owner, ReadWorkflow read, Profile profile) {
        Upload upload = new Upload("u-" + Secrets.random(16), owner, read, profile, clock.millis() + GOOD_FOR);
        shelf.put(owner, upload.id(), upload, upload.weight());
        return upload;
    }

    public Optional<Upload> get(String id) {
        return shelf.get(id);
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
    public List<Upload> list(Predicate<String> owners) {
        return shelf.values().stream()
                .filter(upload -> owners.test(upload.owner()))
                .toList()
                .reversed();
    }

    public void remove(String id) {
        shelf.remove(id);
    }
}
