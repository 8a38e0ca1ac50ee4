package dev.berth.cli.serve;

import dev.berth.api.log.Log;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Failed;
import dev.berth.cli.console.Signals;
import dev.berth.journal.postgres.PostgresAddress;
import dev.berth.server.settings.SiteSettings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves all sites whose settings are in a directory: {@code lab.yaml} is the site {@code lab}, with its data in the directory
 * {@code lab} or in the database under this name. Each has the port in its settings. None stops because another one fails.
 */
final class SitesDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SitesDirectory.class);
    private static final String ENDING = ".yaml";

    private final Place place;
    private final Log log;
    private final Map<String, ServedSite> sites = new TreeMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread hook = new Thread(this::closeAll, "berth-stop");
    private final Signals termination = Signals.on("TERM", stop::countDown);
    private final Signals reload = Signals.on("HUP", this::reload);

    /**
     * Where the sites are, and what they share.
     *
     * @param config the directory of the settings
     * @param parent the directory of the data of all sites
     * @param journal the database, if they are there
     * @param address of this host, if it was given
     */
    record Place(
            Path config,
            Path parent,
            Optional<PostgresAddress> journal,
            Optional<String> address,
            boolean signIn,
            Environment environment) {
        Path file(String site) {
            return config.resolve(site + ENDING);
        }

        Path data(String site) {
            return parent.resolve(site);
        }

        Clock clock() {
            return environment.clock();
        }

        Welcome welcome(SiteSettings settings) {
            return new Welcome(environment.streams().out(), settings, signIn);
        }

        /**
         * The sites that there are now. A file with a name that cannot be used is left out, and the others are served.
         *
         * @throws BadInput if there is none
         */
        SortedSet<String> names() {
            SortedSet<String> names = new TreeSet<>();
            try (DirectoryStream<Path> files = Files.newDirectoryStream(config, "*" + ENDING)) {
                for (Path file : files) {
                    String name = String.valueOf(file.getFileName());
                    String site = name.substring(0, name.length() - ENDING.length());
                    if (isUsable(site)) {
                        names.add(site);
                    }
                }
            } catch (IOException e) {
                throw new Failed("--config", e);
            }
            if (names.isEmpty()) {
                throw new BadInput("--config: there is no file such as lab" + ENDING + " in " + config);
            }
            return names;
        }

        /** It becomes the name of a directory, and a part of messages. */
        private boolean isUsable(String name) {
            boolean isUsable = name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
            if (!isUsable && !name.startsWith(".")) {
                LOG.atWarn()
                        .addKeyValue("file", name + ENDING)
                        .log(
                                "A file is not served; rename it: the name of a site has letters, digits, dots, hyphens and"
                                        + " underscores");
            }
            return isUsable;
        }
    }

    private SitesDirectory(Place place) {
        this.place = place;
        this.log = ServeLog.open(place.environment());
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Serves all sites from now on.
     *
     * @throws BadInput if there are none
     */
    static SitesDirectory open(Place place) {
        SortedSet<String> names = place.names();
        SitesDirectory directory = new SitesDirectory(place);
        directory.serve(names);
        return directory;
    }

    private synchronized void serve(SortedSet<String> names) {
        for (String name : names) {
            sites.computeIfAbsent(name, each -> ServedSite.start(place, log, each));
        }
    }

    /** Reads all settings again; begins with sites that are new, and ends those whose files are gone. */
    private void reload() {
        SortedSet<String> names;
        try {
            names = place.names();
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("directory", place.config()).setCause(e).log("The sites stay as they were");
            return;
        }
        synchronized (this) {
            sites.forEach((name, site) -> {
                if (names.contains(name)) {
                    site.reload();
                } else {
                    site.close();
                    log.forget(name);
                    LOG.atInfo()
                            .addKeyValue("site", name)
                            .addKeyValue("file", place.file(name))
                            .log("Site is no longer served: its file is gone");
                }
            });
            sites.keySet().retainAll(names);
        }
        serve(names);
    }

    /** Waits until the process is to end, or until the time is over. */
    void await(Optional<Duration> most) {
        RunningService.await(stop, most);
    }

    /** All at once: a site that finishes slowly does not keep the others from handing over. */
    private synchronized void closeAll() {
        sites.values().forEach(ServedSite::stop);
        sites.values().forEach(ServedSite::close);
        sites.clear();
    }

    @Override
    public void close() {
        termination.close();
        reload.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends anyway, and that closes them.
        }
        closeAll();
        log.close();
    }
}
