package dev.berth.server;

import dev.berth.engine.book.Book;
import dev.berth.journal.DamagedJournal;
import dev.berth.journal.Journal;
import dev.berth.journal.sqlite.SqliteJournal;
import dev.berth.server.settings.SiteSettings;
import dev.berth.site.Settings;
import dev.berth.site.Site;
import dev.berth.site.TimeSource;
import dev.berth.site.TrustedClock;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Proves that a site can be served from what was restored: the snapshot, which may be all that there is of the archived entries, and
 * every entry after it are read as a start reads them. Check sums say only that bytes are those that were written.
 */
public final class RestoredSite {
    private RestoredSite() {}

    /**
     * Reads the whole site. A snapshot that cannot be read is set aside if the entries make up for it, which the log says.
     *
     * @throws DamagedJournal if no site can be made of it
     */
    public static void check(Path data) {
        // Rules of the site matter to new requests only; the journal holds what was decided.
        SiteSettings settings = SiteSettings.of("restored", 0);
        try (Journal journal = SqliteJournal.open(data);
                Site site = Site.follow(
                        journal,
                        () -> new Book(settings.policy(), settings.admission()),
                        new TrustedClock(TimeSource.following(Clock.systemUTC()), settings.clock()),
                        SiteFacts.keepers(),
                        Settings.DEFAULT,
                        () -> true)) {
            site.read(view -> view.now());
        }
    }
}
