package dev.berth.api.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

class LogTest {
    private static final Logger OURS = LoggerFactory.getLogger("dev.berth.service.Some");
    private static final Logger LIBRARY = LoggerFactory.getLogger("org.example.Library");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Log log = Log.open(new PrintStream(bytes, true, StandardCharsets.UTF_8), false);

    @AfterEach
    void close() {
        log.close();
    }

    /** Without the time. */
    private List<String> lines() {
        List<String> lines = bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.substring(line.indexOf(' ') + 1))
                .toList();
        bytes.reset();
        return lines;
    }

    @Test
    void keysAndValues_surviveSlf4j() {
        OURS.atInfo()
                .addKeyValue("reservation", "r17")
                .addKeyValue("node", "c4")
                .log("Node {}", "gone");
        OURS.warn("{} of {}", 1, "two");
        OURS.error("Failed", new IllegalStateException("why"));
        assertThat(lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("INFO Node gone reservation=r17 node=c4"),
                        line -> assertThat(line).isEqualTo("WARN 1 of two"),
                        line -> assertThat(line)
                                .startsWith("ERROR Failed cause=\"IllegalStateException: why\" trace=\"java."));
    }

    @Test
    void level_isThatOfBerth_andWarningsOfLibraries() {
        OURS.debug("unseen");
        LIBRARY.info("unseen");
        LIBRARY.warn("seen");
        assertThat(lines()).containsExactly("WARN seen logger=org.example.Library");
        log.set("", new Log.Style(LogFormat.TEXT, Level.DEBUG));
        OURS.debug("seen");
        LIBRARY.info("unseen");
        assertThat(lines()).containsExactly("DEBUG seen");
        log.set("", new Log.Style(LogFormat.TEXT, Level.WARN));
        OURS.info("unseen");
        LoggerFactory.getLogger(Log.ACCESS).info("Request");
        assertThat(lines()).containsExactly("INFO Request");
    }

    @Test
    void recordsOfTheJdk_areWrittenAlike() {
        JdkLogs.redirect();
        java.util.logging.Logger jdk = java.util.logging.Logger.getLogger("org.example.Jdk");
        jdk.info("unseen");
        jdk.log(java.util.logging.Level.WARNING, "seen {0}\nand more", "twice");
        jdk.log(java.util.logging.Level.SEVERE, "broken", new IllegalStateException("why"));
        assertThat(lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("WARN seen twice\\nand more logger=org.example.Jdk"),
                        line -> assertThat(line)
                                .startsWith("ERROR broken cause=\"IllegalStateException: why\" logger=org.example.Jdk"
                                        + " trace="));
    }

    @Test
    void recordsOfSeveralSites_sayWhich_alsoFromThreadsThatAreStartedThere() throws InterruptedException {
        Thread[] started = new Thread[1];
        Log.about("lab", () -> {
            OURS.info("here");
            started[0] = Thread.ofVirtual().unstarted(() -> OURS.info("there"));
        });
        started[0].start();
        started[0].join();
        OURS.info("elsewhere");
        assertThat(lines()).containsExactly("INFO here site=lab", "INFO there site=lab", "INFO elsewhere");
    }

    @Test
    void sitesThatDiffer_shareTheFormatOfTheFirstAndTheMostDetailedLevel() {
        assertThat(log.set("b", new Log.Style(LogFormat.JSON, Level.DEBUG))).isTrue();
        assertThat(log.set("a", new Log.Style(LogFormat.TEXT, Level.WARN))).isTrue();
        assertThat(log.set("b", new Log.Style(LogFormat.JSON, Level.DEBUG))).isFalse();
        OURS.debug("seen");
        assertThat(lines()).containsExactly("DEBUG seen");
        log.forget("a");
        OURS.debug("seen");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).startsWith("{");
    }

    @Test
    void afterTheEnd_nothingIsWrittenThere() {
        log.close();
        OURS.info("unseen");
        assertThat(lines()).isEmpty();
    }
}
