package dev.berth.service.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.workflow.model.Profile;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How much is kept of what is sent. */
class UploadsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    private static Upload add(Uploads uploads, String owner) {
        Workflow workflow = Workflow.builder("w").task("a", "", 1).build();
        return uploads.add(
                owner,
                new ReadWorkflow(workflow, Map.of(), ReadWorkflow.Format.NATIVE, List.of()),
                Profile.of(workflow));
    }

    @Test
    void whoSendsMuch_losesTheirOldest() {
        Uploads uploads = new Uploads(CLOCK);
        Upload first = add(uploads, "ana");
        Upload other = add(uploads, "ben");
        for (int i = 1; i < Uploads.MOST_OF_ONE; i++) {
            add(uploads, "ana");
        }
        assertThat(uploads.get(first.id())).isPresent();
        Upload last = add(uploads, "ana");
        assertThat(uploads.get(first.id())).isEmpty();
        assertThat(uploads.get(other.id())).isPresent();
        assertThat(uploads.list("ana"::equals)).hasSize(Uploads.MOST_OF_ONE).startsWith(last);
    }

    @Test
    void bytesAreBounded_forOne_andForAll() {
        long each = add(new Uploads(CLOCK), "x").weight();
        Uploads uploads = new Uploads(CLOCK, 3 * each, 4 * each);
        Upload first = add(uploads, "ana");
        add(uploads, "ana");
        add(uploads, "ana");
        add(uploads, "ana");
        assertThat(uploads.get(first.id())).isEmpty();
        assertThat(uploads.list("ana"::equals)).hasSize(3);
        Upload ben = add(uploads, "ben");
        Upload more = add(uploads, "ben");
        assertThat(uploads.list(owner -> true)).hasSize(4);
        assertThat(uploads.list("ana"::equals)).as("who has most").hasSize(2);
        assertThat(uploads.get(ben.id())).isPresent();
        uploads.remove(more.id());
        assertThat(uploads.get(more.id())).isEmpty();
    }

    @Test
    void whatIsTooMuchForOne_isKeptAlone() {
        Uploads uploads = new Uploads(CLOCK, 1, 1);
        add(uploads, "ana");
        Upload last = add(uploads, "ana");
        assertThat(uploads.list(owner -> true)).containsExactly(last);
    }
}
