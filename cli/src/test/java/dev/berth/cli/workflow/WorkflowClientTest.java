package dev.berth.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workflows from the shell, against a real service. */
class WorkflowClientTest {
    private static final String CHAIN = """
            {"name":"chain","tasks":[{"id":"a","seconds":3600},{"id":"b/2","after":["a"]}]}""";

    private Shop shop;
    private Path directory;
    private String file;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        directory = temporary;
        shop = new Shop(temporary);
        file = Files.writeString(temporary.resolve("chain.json"), CHAIN).toString();
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void upload_saysWhatItIs_andHowToGoOn() {
        Ran sent = shop.berth("workflow", "upload", file);
        assertThat(sent.code()).isZero();
        assertThat(sent.err()).startsWith(file + ": ").contains("1 task");
        assertThat(sent.out())
                .contains(", chain: 2 tasks in 2 levels, 1 edge; kept until 2026-11-17 08:00\n")
                .contains("Book it: berth workflow book u-");
        String id = Shop.json(shop.typed(CHAIN, "workflow", "upload", "-", "--json"))
                .path("id")
                .asText();
        Ran booked = shop.berth("workflow", "book", id, "--deadline", "11:00", "--pool", "fast");
        assertThat(booked.out()).startsWith("booked\nplan w1, chain: 2 tasks (2 waiting)");
    }

    @Test
    void book_showTellCancel() {
        Ran dry = shop.berth(
                "workflow",
                "book",
                file,
                "--deadline",
                "10:00:02",
                "--ready",
                "08:00:01",
                "--pool",
                "fast",
                "--dry-run");
        assertThat(dry.out()).startsWith("would be booked\nTASK  POOL").contains("Price 4.00\n");
        assertThat(shop.berth("workflow", "plans").out()).startsWith("No plans; book one");
        Ran booked = shop.berth(
                "workflow",
                "book",
                file,
                "--deadline",
                "11:00",
                "--scheduler",
                "cpop",
                "--spare",
                "r_even_time",
                "--pool",
                "fast");
        assertThat(booked.code()).as(booked.err()).isZero();
        assertThat(booked.out())
                .startsWith("booked\nplan w1, chain: 2 tasks (2 waiting), done by 2026-11-16 ")
                .contains("spare time ")
                .contains("\nPrice 6.00\n");
        assertThat(shop.berth("workflow", "plans").out())
                .contains("PLAN  NAME   USER   TASKS  SCHEDULER  SPARE")
                .contains("w1    chain  admin  2      cpop       r_even_time");
        assertThat(shop.berth("workflow", "plans", "w1").out())
                .contains("TASK  STATE")
                .contains("b/2   waiting  fast");
        assertThat(shop.berth("show", "r2").out()).contains("plan         w1");

        Ran early = shop.berth("workflow", "task", "w1", "b/2", "--finished", "--then", "replan");
        assertThat(early.code()).isEqualTo(1);
        assertThat(early.err())
                .contains("Task b/2 of plan w1 is waiting, not running")
                .contains("(not-running)");
        shop.berth("cancel", "r2");
        Ran again = shop.berth("workflow", "task", "w1", "b/2", "--failed");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out())
                .startsWith("Remaining tasks: replanned, 1 moved\n")
                .contains("plan w1, chain: 2 tasks (2 waiting)");

        assertThat(shop.berth("workflow", "cancel", "w1", "--dry-run").out())
                .startsWith("Would cancel w1. Price 0.00 instead of ");
        assertThat(shop.berth("workflow", "cancel", "w1").out()).startsWith("Cancelled w1. Price 0.00 instead of ");
        assertThat(shop.berth("workflow", "plans").out()).contains("given up");
        assertThat(shop.berth("workflow", "task", "w1", "a", "--failed").code()).isEqualTo(1);
    }

    /** A chain needs one server, booked from the start to the deadline: 3 hours for a task of one. */
    @Test
    void wholeServers_areBookedToTheDeadline() {
        String[] asked = {"workflow", "book", file, "--deadline", "11:00", "--pool", "fast", "--spare", "dag_reserve"};
        Ran dry = shop.berth(with(asked, "--dry-run"));
        assertThat(dry.out()).containsSubsequence("until the deadline\n", "Price 6.00\n");
        Ran booked = shop.berth(asked);
        assertThat(booked.code()).as(booked.err()).isZero();
        assertThat(booked.out()).contains("plan w1, chain: 2 tasks (2 waiting)").contains("\nPrice 6.00\n");
        assertThat(shop.berth("show", "r1").out()).contains("2026-11-16 11:00");
        assertThat(shop.berth("show", "r2").code()).isEqualTo(2);
        assertThat(shop.berth("workflow", "plans", "w1").out()).contains("a     waiting  fast");
        assertThat(shop.berth("workflow", "cancel", "w1").out()).startsWith("Cancelled w1. Price 0.00 instead of 6.00");
    }

    @Test
    void threshold_isSentAndShown() {
        String[] asked = {"workflow", "book", file, "--deadline", "11:00", "--pool", "fast", "--dry-run"};
        assertThat(shop.berth(asked).out()).contains("; threshold 1%\n").contains("free for ");
        assertThat(shop.berth(with(asked, "--threshold", "20%")).out()).contains("; threshold 20%\n");
        assertThat(shop.berth(with(asked, "--threshold", "20")).code()).isEqualTo(2);
        assertThat(shop.berth(with(asked, "--threshold", "0.2", "--spare", "cp_even_time"))
                        .code())
                .isEqualTo(2);
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void dryRun_overAQuota_isRefusedAsTheBookingIs() {
        shop.berth("account", "change", "admin", "--quota", "1h/1d");
        for (String dryRun : List.of("--dry-run", "--json")) {
            Ran ran = shop.berth("workflow", "book", file, "--deadline", "11:00", "--pool", "fast", dryRun);
            assertThat(ran.code()).as(dryRun).isEqualTo(1);
            assertThat(ran.out() + ran.err())
                    .as(dryRun)
                    .containsSubsequence("Quota of admin: 1 server-hours", "0 booked, 1 left");
        }
        assertThat(shop.berth("workflow", "plans").out()).startsWith("No plans; book one");
    }

    @Test
    void whatIsWrong_isSaid() throws IOException {
        Ran late = shop.berth("workflow", "book", file, "--deadline", "08:30");
        assertThat(late.code()).isEqualTo(1);
        assertThat(late.err()).contains("(deadline-impossible)").contains("(2026-11-16 09:00:");
        assertThat(shop.berth("workflow", "upload", "none.json").err()).startsWith("none.json: file not found");
        assertThat(shop.berth("workflow", "book", file).code()).isEqualTo(2);
        assertThat(shop.berth("workflow", "book", file, "--deadline", "never").err())
                .containsSubsequence("--deadline: ", "\"never\"");
        assertThat(shop.berth("workflow", "task", "w1", "a").err()).startsWith("Give one of --finished");
        assertThat(shop.berth("workflow", "task", "w1", "a", "--overrun", "1x").err())
                .startsWith("--overrun: cannot read \"1x\" as a duration");
        assertThat(shop.berth("workflow", "task", "w1", "a", "--overrun", "1m").err())
                .contains("Unknown plan");
        String broken = Files.writeString(directory.resolve("broken.json"), "{\"tasks\":7}")
                .toString();
        Ran bad = shop.berth("workflow", "book", broken, "--deadline", "11:00");
        assertThat(bad.code()).isEqualTo(2);
        assertThat(bad.err()).contains("line 1");
        String large =
                Files.write(directory.resolve("large"), new byte[(8 << 20) + 1]).toString();
        assertThat(shop.berth("workflow", "upload", large).err()).contains("more than 8388608 bytes");
    }
}
