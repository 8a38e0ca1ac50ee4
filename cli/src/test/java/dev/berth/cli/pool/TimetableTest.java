package dev.berth.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimetableTest {
    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
        shop.fill();
        shop.berth("drain", "slow", "--servers", "3", "--to", "now+1h");
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void byServer_isAChart() {
        assertThat(shop.berth("timetable", "--to", "now+4h", "--ascii").out()).startsWith("""
                               Mon 16 Nov
                               08:00          09:00           10:00           11:00
                        slow 0 ...............................................................
                        slow 1 ...............................................................
                        slow 2 ...............................................................
                        slow 3 xxxxxxxxxxxxxxxx...............................................
                        fast 0 ...............[r1-----------------------------]...............
                        fast 1 ...............[r1-----------------------------]...............
                        [r1==] runs   [r1--] waits""");
    }

    @Test
    void byPool_showsTheUse() {
        assertThat(shop.berth("timetable", "--to", "now+4h", "--by", "pool", "--ascii")
                        .out())
                .isEqualTo("""
                             Mon 16 Nov
                             08:00   08:30   09:00   09:30   10:00   10:30   11:00   11:30
                        slow 33333333333333333................................................
                        fast ................#################################................
                        in use: . none, 1 to 9 tenths, # all
                        """);
        assertThat(shop.berth("timetable", "--by", "pool", "--pool", "fast").out())
                .contains("███", "in use: blank none");
    }

    @Test
    void unicode_isTheDefault() {
        assertThat(shop.berth("timetable", "--by", "server", "--pool", "fast").out())
                .contains("fast 0 ··[r1──]···");
    }

    @Test
    void longTime_hasDaysOnly() {
        assertThat(shop.berth("timetable", "--to", "now+30d").out())
                .contains("Mon 16 Nov")
                .doesNotContain("12:00");
    }

    @Test
    void timeThatEndsBeforeItBegins_isBadInput() {
        assertThat(shop.berth("timetable", "--to", "now-1h").code()).isEqualTo(2);
        assertThat(shop.berth("timetable", "--to", "now-1h").err()).contains("to: ");
    }
}
