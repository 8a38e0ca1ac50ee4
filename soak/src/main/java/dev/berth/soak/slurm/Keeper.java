package dev.berth.soak.slurm;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Window;
import dev.berth.journal.Journal;
import dev.berth.journal.store.Journals;
import dev.berth.sandbox.Sandbox;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.Facts;
import dev.berth.site.Site;
import dev.berth.slurm.Reconciler;
import dev.berth.slurm.SlurmSettings;
import dev.berth.slurm.client.Slurm;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Maker of the reservations. */
sealed interface Keeper extends AutoCloseable {
    /** Whose reservations they are; somebody else than whose jobs fill the gaps. */
    String USER = "daemon";

    /** Books nodes for a window, long before. */
    void book(Window window, int nodes);

    @Override
    default void close() {}

    /** Nobody: what the cluster does without reservations. */
    record Nobody() implements Keeper {
        @Override
        public void book(Window window, int nodes) {}
    }

    /** An operator, with Slurm's own command; Slurm chooses the nodes at once. */
    record Operator(Sandbox sandbox) implements Keeper {
        @Override
        public void book(Window window, int nodes) {
            sandbox.run(
                            "scontrol",
                            "create",
                            "reservation",
                            "PartitionName=all",
                            "NodeCnt=" + nodes,
                            "StartTime=uts" + window.start() / 1000,
                            "EndTime=uts" + window.end() / 1000,
                            "Users=" + USER)
                    .orThrow();
        }
    }

    /**
     * Berth, which names nodes when the start is near.
     *
     * @param early how long before its time a reservation may start if its nodes are free; zero for not at all
     */
    record Berth(Journal journal, Site site, Reconciler reconciler, Duration early) implements Keeper {
        static Berth of(Sandbox sandbox, Duration lead, Duration early) {
            SlurmSettings slurm = SlurmSettings.of("all").withLead(lead);
            SiteSettings settings = SiteSettings.of("Gaps", 0).with(draft -> draft.cluster = Optional.of(slurm));
            Journal journal =
                    Journals.open(sandbox.directory().resolve("journal").toString());
            Site site = Site.open(journal, () -> new Book(settings.policy()), Clock.systemUTC(), Facts.keepers());
            Reconciler reconciler = Reconciler.start(
                    site,
                    new Slurm(sandbox.environment(), System::currentTimeMillis),
                    settings.name(),
                    settings.unixUsers(),
                    slurm);
            sandbox.await(
                    "pools of nodes", () -> site.read(view -> !view.pools().isEmpty()));
            return new Berth(journal, site, reconciler, early);
        }

        @Override
        public void book(Window window, int nodes) {
            Job exact = Job.exactly("gap", window, nodes);
            // With an earlier ready it would be placed earlier: what is relaxed afterwards keeps its place.
            Job job = new Job(
                    exact.id(),
                    USER,
                    exact.ready(),
                    exact.deadline(),
                    exact.shape(),
                    exact.requirements(),
                    early.isZero() ? exact.terms() : exact.terms().whenFree(0));
            Decision decision = site.write(USER, transaction -> transaction.submit(new Command.Reserve(job)))
                    .join();
            if (decision instanceof Decision.Refused refused) {
                throw new IllegalStateException("the book refuses " + window + ": " + refused.refusal());
            }
            if (!early.isZero()) {
                Command relaxed = new Command.Adjust(
                        ((Decision.Accepted) decision).reservation().id(),
                        new Adjustment.Relax(window.start() - early.toMillis(), window.end()));
                if (site.write(USER, transaction -> transaction.submit(relaxed)).join()
                        instanceof Decision.Refused refused) {
                    throw new IllegalStateException("the book does not relax " + window + ": " + refused.refusal());
                }
            }
        }

        @Override
        public void close() {
            reconciler.close();
            site.close();
            journal.close();
        }
    }
}
