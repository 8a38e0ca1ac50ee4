package dev.berth.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.GoldenScenario;
import dev.berth.broker.book.Deals;
import dev.berth.broker.deal.Deal;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Event;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.SiteFacts;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Answers;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Token;
import dev.berth.service.account.Tokens;
import dev.berth.service.adoption.Adoption;
import dev.berth.service.adoption.Adoptions;
import dev.berth.service.ask.AskFact;
import dev.berth.service.ask.Asks;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.hold.HoldFact;
import dev.berth.service.hold.HoldGroups;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.loss.Loss;
import dev.berth.service.loss.Losses;
import dev.berth.service.notice.Outbox;
import dev.berth.service.notice.OutboxFact;
import dev.berth.service.notice.Preference;
import dev.berth.service.notice.Preferences;
import dev.berth.service.notice.Webhook;
import dev.berth.service.notice.Webhooks;
import dev.berth.service.opportunistic.Course;
import dev.berth.service.opportunistic.Courses;
import dev.berth.service.project.Project;
import dev.berth.service.project.Projects;
import dev.berth.service.provision.ProvisionFact;
import dev.berth.service.provision.Provisions;
import dev.berth.service.quota.Spending;
import dev.berth.service.quota.Usage;
import dev.berth.service.report.MeasuredUses;
import dev.berth.service.report.Spent;
import dev.berth.service.report.UsageLedger;
import dev.berth.service.report.UseFact;
import dev.berth.service.runs.Run;
import dev.berth.service.runs.Runs;
import dev.berth.service.series.Series;
import dev.berth.service.series.SeriesBook;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.service.signin.Identities;
import dev.berth.service.signin.Identity;
import dev.berth.service.signin.Password;
import dev.berth.service.signin.Passwords;
import dev.berth.service.waitlist.WaitEntry;
import dev.berth.service.waitlist.Waits;
import dev.berth.service.workflow.PlanFact;
import dev.berth.service.workflow.PlanNews;
import dev.berth.service.workflow.Plans;
import dev.berth.site.codec.Codec;
import dev.berth.site.codec.WrittenTypes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Journals that were written once, by the program of that time, and must be read for ever: {@code golden/journal-N.db} is
 * a backup with a snapshot in the middle of its entries, {@code golden/state-N.txt} the state they lead to.
 *
 * <p>When a kind of event or fact is new, {@link GoldenScenario} gets it, {@link #main} writes the next journal, and its
 * number is added here. What is there already is never written again.
 */
class GoldenJournalTest {
    private static final int LATEST = 19;
    /** The keepers' own, which are not in entries: that they are read is seen by the state. */
    private static final Set<String> ONLY_IN_SNAPSHOTS = Set.of(
            "dev.berth.service.account.Accounts$All",
            "dev.berth.service.account.Answers$All",
            "dev.berth.service.account.Answers$Kept",
            "dev.berth.service.account.AuditLog$All",
            "dev.berth.service.account.AuditLog$Line",
            "dev.berth.service.account.Tokens$All",
            "dev.berth.service.adoption.Adoptions$All",
            "dev.berth.service.project.Projects$All",
            "dev.berth.service.quota.Spending$All",
            "dev.berth.service.quota.Spending$Sum",
            "dev.berth.service.quota.Usage$All",
            "dev.berth.service.quota.Usage$Dated",
            "dev.berth.service.ask.Asks$All",
            "dev.berth.service.booking.PoolUnits$All",
            "dev.berth.broker.book.Deals$All",
            "dev.berth.service.hold.HoldGroup",
            "dev.berth.service.hold.HoldGroup$State.HELD",
            "dev.berth.service.hold.HoldGroups$All",
            "dev.berth.service.hosts.ServerNames$All",
            "dev.berth.service.loss.Losses$All",
            "dev.berth.service.notice.Delivery",
            "dev.berth.service.notice.Outbox$All",
            "dev.berth.service.notice.Preferences$All",
            "dev.berth.service.notice.Webhooks$All",
            "dev.berth.service.opportunistic.Courses$All",
            "dev.berth.service.provision.Provisions$All",
            "dev.berth.service.report.MeasuredUses$All",
            "dev.berth.service.report.MeasuredUses$Entry",
            "dev.berth.service.report.MeasuredUses$Row",
            "dev.berth.service.report.PartUse",
            "dev.berth.service.report.UsageLedger$All",
            "dev.berth.service.report.UsageLedger$Row",
            "dev.berth.service.runs.Runs$All",
            "dev.berth.service.series.SeriesBook$All",
            "dev.berth.service.sharing.Sharings$All",
            "dev.berth.service.signin.Identities$All",
            "dev.berth.service.signin.Passwords$All",
            "dev.berth.site.RecentlyClosed$All",
            "dev.berth.service.waitlist.Waits$All",
            "dev.berth.service.workflow.Plans$All");

    @TempDir
    Path directory;

    /** Book with the policies of the site that wrote this journal, regardless of today's default. */
    private static Book fresh(int number) {
        return new Book(number < 3 ? "level" : "prompt", "direct");
    }

    private Path restored(int number) throws IOException {
        Path backup = directory.resolve("backup" + number);
        try (InputStream in = golden("journal-" + number + ".db")) {
            Files.copy(in, backup);
        }
        Path data = directory.resolve("data" + number);
        SqliteJournal.restore(backup, data);
        return data;
    }

    private static InputStream golden(String name) {
        return Objects.requireNonNull(GoldenJournalTest.class.getResourceAsStream("/golden/" + name), name);
    }

    private static String text(String name) throws IOException {
        try (InputStream in = golden(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Contents load(Journal journal, int number) {
        return Contents.load(journal, () -> fresh(number), SiteFacts.keepers());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, LATEST})
    void fromItsSnapshot_leadsToTheSameState(int number) throws IOException {
        try (Journal journal = SqliteJournal.open(restored(number))) {
            long snapshot = journal.latestSnapshot().orElseThrow().upTo();
            assertThat(snapshot).isBetween(10L, journal.last() - 10);
            assertThat(StateText.of(load(journal, number))).isEqualTo(text("state-" + number + ".txt"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, LATEST})
    void fromItsEntriesAlone_leadsToTheSameState(int number) throws IOException {
        MemoryJournal entries = new MemoryJournal();
        try (Journal journal = SqliteJournal.open(restored(number))) {
            journal.read(0, entry -> entries.append(List.of(entry)));
        }
        assertThat(StateText.of(load(entries, number))).isEqualTo(text("state-" + number + ".txt"));
    }

    /** Classes of the facts by kind, so that every fact is decoded in full. */
    private static final Map<String, Class<?>> FACTS = Map.ofEntries(
            Map.entry(Accounts.KIND, Account.class),
            Map.entry(Tokens.KIND, Token.class),
            Map.entry(Answers.KIND, Answers.Given.class),
            Map.entry(AuditLog.KIND, AuditLog.Deed.class),
            Map.entry(Projects.KIND, Project.class),
            Map.entry(Spending.KIND, Spending.Cost.class),
            Map.entry(Usage.KIND, Usage.Charge.class),
            Map.entry(Asks.KIND, AskFact.class),
            Map.entry(Waits.KIND, WaitEntry.class),
            Map.entry(HoldGroups.KIND, HoldFact.class),
            Map.entry(Deals.KIND, Deal.class),
            Map.entry(PoolUnits.KIND, PoolUnits.Named.class),
            Map.entry(ServerNames.KIND, ServerNames.Named.class),
            Map.entry(Runs.KIND, Run.class),
            Map.entry(Courses.KIND, Course.class),
            Map.entry(Losses.KIND, Loss.class),
            Map.entry(SeriesBook.KIND, Series.class),
            Map.entry(Plans.KIND, PlanFact.class),
            Map.entry(Provisions.KIND, ProvisionFact.class),
            Map.entry(PlanNews.KIND, PlanNews.Line.class),
            Map.entry(Identities.KIND, Identity.class),
            Map.entry(Passwords.KIND, Password.class),
            Map.entry(Webhooks.KIND, Webhook.class),
            Map.entry(Preferences.KIND, Preference.class),
            Map.entry(Outbox.KIND, OutboxFact.class),
            Map.entry(Sharings.KIND, Sharing.class),
            Map.entry(Adoptions.KIND, Adoption.class),
            Map.entry(UsageLedger.KIND, Spent.class),
            Map.entry(MeasuredUses.KIND, UseFact.class),
            Map.entry(ClockDoubt.KIND, ClockDoubt.Note.class));

    @Test
    void theyHoldEveryKindOfEventAndFact() throws IOException, ClassNotFoundException {
        Set<Class<?>> events = new HashSet<>();
        WrittenTypes types = new WrittenTypes();
        for (int number = 1; number <= LATEST; number++) {
            try (Journal journal = SqliteJournal.open(restored(number))) {
                journal.read(0, entry -> {
                    EntryBody written = EntryBody.of(entry.body());
                    types.add(written);
                    written.events().forEach(event -> events.add(event.getClass()));
                    written.facts().forEach(fact -> types.add(read(fact)));
                });
                Contents contents = load(journal, number);
                contents.closed.all().forEach(types::add);
            }
        }
        assertThat(events)
                .as("what is missing comes into the scenario, and another golden journal is written")
                .containsExactlyInAnyOrder(Event.class.getPermittedSubclasses());
        assertThat(types.missing(name -> !name.startsWith("dev.berth.engine.")))
                .as("what is missing comes into the scenario, and another golden journal is written")
                .containsExactlyInAnyOrderElementsOf(ONLY_IN_SNAPSHOTS);
    }

    private static Object read(EntryBody.Fact fact) {
        Class<?> type = FACTS.get(fact.kind());
        assertThat(type).as("facts of kind %s are looked at here", fact.kind()).isNotNull();
        return Codec.read(type, fact.bytes());
    }

    /** Writes the next golden journal: its number, and the directory it goes to. */
    public static void main(String[] arguments) throws IOException {
        int number = Integer.parseInt(arguments[0]);
        Path golden = Path.of(arguments[1]);
        Path backup = golden.resolve("journal-" + number + ".db");
        Path directory = Files.createTempDirectory("golden");
        GoldenScenario.play(directory.resolve("played"), backup);
        Path data = directory.resolve("restored");
        SqliteJournal.restore(backup, data);
        try (Journal journal = SqliteJournal.open(data)) {
            Files.writeString(golden.resolve("state-" + number + ".txt"), StateText.of(load(journal, number)));
        }
    }
}
