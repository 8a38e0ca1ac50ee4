package dev.berth.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Window;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class AdmissionsTest {
    /** Snapshots hold these names. */
    @Test
    void names_stayAsTheyAre() {
        assertThat(Admissions.names())
                .containsExactly(
                        "direct",
                        "replan",
                        "replan-wide",
                        "reschedule-shuffle",
                        "reschedule-fifo",
                        "reschedule-bjf",
                        "reschedule-lff",
                        "reschedule-edf",
                        "reschedule-hrf",
                        "reschedule-hpf")
                .contains(Admissions.DEFAULT, Admissions.OF_NEW_SITES);
        assertThat(Admissions.names())
                .allSatisfy(
                        name -> assertThat(new Book("level", name).admission()).isEqualTo(name));
    }

    @Test
    void unknownName_listsTheKnownOnes() {
        assertThatThrownBy(() -> Admissions.checked("best"))
                .isInstanceOf(BadValue.class)
                .hasMessageContainingAll(
                        "admission: \"best\"",
                        "direct, replan, replan-wide, reschedule-shuffle, reschedule-fifo, reschedule-bjf, reschedule-lff, reschedule-edf, reschedule-hrf,");
        assertThatThrownBy(() -> new Book("level", "best")).isInstanceOf(BadValue.class);
    }

    /** A policy of a user: a job that arrives while another one waits is refused. */
    public static final class OneAtATime implements AdmissionPolicy {
        private final AdmissionContext context;

        public OneAtATime(AdmissionContext context) {
            this.context = context;
        }

        @Override
        public Admission admit(Attempt attempt) {
            boolean isTaken = context.rosters().values().stream()
                    .anyMatch(roster -> !roster.waiting().isEmpty());
            return isTaken ? new Outcome.Unplaced(new Refusal.TooCostly(0)) : attempt.inFreePlace();
        }
    }

    @Test
    void className_makesThePolicyOfAUser() {
        Book book = new Book("level", OneAtATime.class.getName());
        book.submit(new Command.AddPool(new Pool("p", 2, "1")));

        assertThat(book.submit(new Command.Reserve(Job.of("a", 5, 10, 40)))).isInstanceOf(Decision.Accepted.class);
        assertThat(book.submit(new Command.Reserve(Job.of("b", 5, 10, 40)))).isInstanceOf(Decision.Refused.class);
        book.submit(new Command.Advance(5));
        assertThat(book.submit(new Command.Reserve(Job.of("c", 5, 10, 40)))).isInstanceOf(Decision.Accepted.class);

        Book restored = Book.restore(book.snapshot());
        assertThat(restored.admission()).isEqualTo(OneAtATime.class.getName());
        assertThat(restored.snapshot()).isEqualTo(book.snapshot());
    }

    /** Has no constructor that a book could use. */
    public static final class Closed implements AdmissionPolicy {
        @Override
        public Admission admit(Attempt attempt) {
            return attempt.inFreePlace();
        }
    }

    @Test
    void classThatIsNoPolicy_isRefusedWithTheReason() {
        assertThatThrownBy(() -> Admissions.checked("java.lang.String"))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("implements AdmissionPolicy");
        assertThatThrownBy(() -> Admissions.checked(Closed.class.getName()))
                .isInstanceOf(BadValue.class)
                .hasMessageContaining("with an AdmissionContext");
    }

    /**
     * Snapshot of a book with {@code reschedule-edf}, one server, and a job that waits from 4 to 8, written before admission
     * became a family of policies.
     */
    private static final String OLD_SNAPSHOT =
            "QlJUSAAAAAQACGVhcmxpZXN0AA5yZXNjaGVkdWxlLWVkZgAAAAAAAAAAAAAAAAAAAAIAAAABAAFwAAAAAQAPQkAAAA"
                    + "AAAAAAAAAAAAABAAAAAAAAAAEABXdhaXRzAAAAAAAAAAAABAAAAAAAAAAUAAAAAAEAAAAAAAAABAAAAAAAAP//////"
                    + "/////wABcAAAAAEAAAAAAAAABAAAAAAAAAAIAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    + "OAAAAAAAAAAAAAAAEAAAAAAAAABAAAAAAAAAAAAAAACAAAAAEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAH1M"
                    + "cJs=";

    @Test
    void oldSnapshot_isReadAndGoesOnAsItDid() {
        byte[] bytes = Base64.getDecoder().decode(OLD_SNAPSHOT);
        Book book = Book.restore(bytes);

        assertThat(book.admission()).isEqualTo("reschedule-edf");
        assertThat(Book.restore(book.snapshot()).snapshot()).isEqualTo(book.snapshot());
        assertThat(book.submit(new Command.Reserve(Job.of("urgent", 4, 3, 7)))).isInstanceOf(Decision.Accepted.class);
        assertThat(book.reservations())
                .extracting(reservation -> reservation.window())
                .containsExactlyInAnyOrder(new Window(4, 7), new Window(7, 11));
    }
}
