package dev.berth.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabTest {
    @TempDir
    Path directory;

    private Ran run(String... more) {
        String[] args = new String[8 + more.length];
        System.arraycopy(
                new String[] {"lab", "run", "castillo-fig4", "--scale", "smoke", "--jobs", "800", "--out"},
                0,
                args,
                0,
                8);
        System.arraycopy(more, 0, args, 8, more.length);
        return Ran.berth(args);
    }

    @Test
    void list_namesTheExperiments() {
        Ran ran = Ran.berth("lab", "list");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .contains("castillo-fig2", "castillo-fig4", "castillo-fig5", "castillo-fig6", "castillo-opportunistic")
                .contains("castillo-negotiation", "castillo-groups", "early-starts", "late-binding", "federation")
                .contains("slices-placement", "fgd-allocation", "idle-recovery");
    }

    @Test
    void loads_areChecked() {
        assertThat(run(directory.toString(), "--loads", "0.3,much").err()).contains("--loads: \"much\"");
        assertThat(run(directory.toString(), "--loads", "0.9,0.3").err()).contains("--loads: 0.3 follows 0.9");
        assertThat(run(directory.toString(), "--loads", "0").err())
                .containsSubsequence("--loads: 0 is", "from 0.01 to 100.0");
    }

    @Test
    void run_writesEveryFile_andTheSameDataForAnyNumberOfThreads() throws IOException {
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        Ran ran = run(one.toString(), "--threads", "1");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("castillo-fig4:", "loss rate increases", "index.html");
        assertThat(run(two.toString(), "--threads", "2").code()).isZero();
        for (String file :
                List.of("data.csv", "runs.csv", "timing.csv", "plot.svg", "plot.png", "claims.json", "report.md")) {
            assertThat(one.resolve("castillo-fig4").resolve(file)).isNotEmptyFile();
        }
        assertThat(one.resolve("index.html")).content().contains("castillo-fig4");
        assertThat(one.resolve("castillo-fig4/finished-runs.jsonl")).doesNotExist();
        assertThat(Files.readString(one.resolve("castillo-fig4/data.csv")))
                .isEqualTo(Files.readString(two.resolve("castillo-fig4/data.csv")))
                .contains("level", "earliest", "ff-ha-plus", "fluid bound")
                .doesNotContain("cpu-seconds");
    }

    @Test
    void plots_areForPrint_andTheirOptionsAreChecked() throws IOException {
        Ran ran = run(
                directory.toString(), "--plot-size", "85x60", "--plot-font", "Times New Roman,8", "--plot-log", "y");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(directory.resolve("castillo-fig4/plot.svg")).content().contains("font-family=\"Times New Roman\"");
        assertThat(directory.resolve("castillo-fig4/plot.pdf")).isNotEmptyFile();
        assertThat(directory.resolve("castillo-fig4/panels")).isNotEmptyDirectory();
        assertThat(directory.resolve("castillo-fig4/report.md"))
                .content()
                .contains(" --plot-size 85x60 --plot-font 'Times New Roman,8' --plot-log y\n");
        assertThat(run(directory.toString(), "--plot-size", "85").err()).contains("--plot-size: \"85\"");
        assertThat(run(directory.toString(), "--plot-font", ",8").err()).contains("--plot-font: \",8\"");
        assertThat(run(directory.toString(), "--plot-log", "z").err()).contains("--plot-log: \"z\"");
    }

    /** The command of a report has every option that was given, and none that was not. */
    @Test
    void report_commandYieldsTheSameAgain() throws IOException {
        Path first = directory.resolve("first");
        List<String> given = List.of(
                "--seed",
                "7",
                "--runs",
                "2",
                "--policy",
                "prompt",
                "--servers",
                "40",
                "--level",
                "0.5,1",
                "--loads",
                "0.4,0.8",
                "--slack",
                "12.5",
                "--literal-deadlines",
                "--set",
                "past=forgotten");
        List<String> all = new ArrayList<>(List.of(first.toString()));
        all.addAll(given);
        Ran ran = run(all.toArray(String[]::new));
        assertThat(ran.code()).as(ran.err()).isZero();
        String report = Files.readString(first.resolve("castillo-fig4/report.md"));
        assertThat(report).containsPattern("Made by berth \\S+\\.\n");
        String command = report.lines()
                .filter(line -> line.startsWith("berth lab run castillo-fig4 "))
                .findFirst()
                .orElseThrow();
        assertThat(command).contains(given).doesNotContain("--readings", "--trace");

        Path second = directory.resolve("second");
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        words.addAll(List.of("--out", second.toString()));
        Ran again = Ran.berth(words.subList(1, words.size()).toArray(String[]::new));
        assertThat(again.code()).as(again.err()).isZero();
        for (String file : List.of("data.csv", "runs.csv")) {
            assertThat(untimed(second.resolve("castillo-fig4").resolve(file)))
                    .isEqualTo(untimed(first.resolve("castillo-fig4").resolve(file)))
                    .hasSizeGreaterThan(8);
        }
    }

    private static List<String> untimed(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.contains("econds"))
                .toList();
    }

    /** An unfinished run is not thrown away by a command with other options. */
    @Test
    void run_refusesADirectoryWithAnotherUnfinishedRun() throws IOException {
        Path kept = directory.resolve("castillo-fig4/finished-runs.jsonl");
        Files.createDirectories(kept.getParent());
        Files.writeString(kept, "\"berth 0.1 --scale paper\"\n{}\n");
        Ran ran = run(directory.toString());
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .containsSubsequence("--out: " + kept, "\"berth 0.1 --scale paper\"", "\"berth ")
                .contains("--scale smoke --seed 1 ", " --jobs 800\".");
        assertThat(kept).content().startsWith("\"berth 0.1");
    }

    /** The example of docs/guide/researchers.md is compiled as it stands there, and run beside the others. */
    @Test
    void policyOfOnesOwn_asTheDocsShowIt() throws IOException {
        String docs = Files.readString(Path.of("../docs/guide/researchers.md"));
        int from = docs.indexOf("\n", docs.indexOf("```java Careful.java")) + 1;
        String source = docs.substring(from, docs.indexOf("```", from));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        compile(source, classes);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            Ran ran = run(directory.resolve("out").toString(), "--policy", "Careful");
            assertThat(ran.code()).as(ran.err()).isZero();
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(directory.resolve("out/castillo-fig4/data.csv")).content().contains(",Careful,");
    }

    private static void compile(String source, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
            var file =
                    new SimpleJavaFileObject(
                            URI.create("string:///Careful.java"), javax.tools.JavaFileObject.Kind.SOURCE) {
                        @Override
                        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                            return source;
                        }
                    };
            assertThat(compiler.getTask(null, files, null, null, null, List.of(file))
                            .call())
                    .isTrue();
        }
    }

    @Test
    void jobs_ofEachWorkload_areReadByAdmit() throws IOException {
        Path trace = Files.writeString(directory.resolve("tiny.swf"), """
                ; MaxProcs: 8
                1 0 5 100 2 -1 -1 2 200 -1 1 7 -1 -1 -1 -1 -1 -1
                2 10 5 0 2 -1 -1 2 200 -1 1 7 -1 -1 -1 -1 -1 -1
                3 20 5 50 4 -1 -1 -1 -1 -1 1 7 -1 -1 -1 -1 -1 -1
                """);
        Path pools = Files.writeString(directory.resolve("pools.csv"), "pool,servers,rate\np,200,1\n");
        for (String workload : List.of("castillo", "lublin", trace.toString())) {
            Path jobs = directory.resolve("jobs.csv");
            Ran ran = Ran.berth("lab", "jobs", workload, "--count", "500", "--out", jobs.toString());
            assertThat(ran.code()).as(ran.err()).isZero();
            Ran admitted = Ran.berth("admit", "--pools", pools.toString(), "--jobs", jobs.toString(), "--json");
            assertThat(admitted.code()).as(admitted.err()).isZero();
            assertThat(admitted.out()).contains(workload.endsWith("swf") ? "\"accepted\" : 2" : "\"accepted\"");
        }
        assertThat(Ran.berth("lab", "jobs", trace.toString()).err()).contains("tiny.swf: ");
        assertThat(Ran.berth("lab", "jobs", "nothing").err()).contains("WORKLOAD: \"nothing\"");
        assertThat(Ran.berth("lab", "jobs", pools.toString()).code()).isEqualTo(2);
    }

    @Test
    void jobs_ofALog_keepTheirNumbers_andACutIsSaid() throws IOException {
        Path log = tinyTrace();
        Path jobs = directory.resolve("jobs.csv");
        Path pools = directory.resolve("pools.csv");
        Ran cut = Ran.berth(
                "lab", "jobs", log.toString(), "--count", "20", "--out", jobs.toString(), "--pools", pools.toString());
        assertThat(cut.err()).containsSubsequence("first 20 jobs", "--count");
        assertThat(jobs).content().startsWith("id,submit,ready,work,deadline,servers\n101,600,600,600,");
        assertThat(pools).content().isEqualTo("pool,servers,rate\nmachine,8,1\n");
        Ran all = Ran.berth("lab", "jobs", log.toString());
        assertThat(all.err()).doesNotContain("only the first");
        assertThat(all.out().lines()).hasSize(31);
        Ran.berth("lab", "jobs", "castillo", "--count", "5", "--out", jobs.toString(), "--pools", pools.toString());
        assertThat(pools).content().isEqualTo("pool,servers,rate\np1,40,0.2\np2,40,0.8\np3,40,1\n");
        assertThat(Ran.berth("lab", "jobs", "castillo", "--pools", "-").err()).contains("--pools: \"-\"");
    }

    /** On 4 servers: 3 are taken until 600; the second is promised 600, the third 900, and the fourth delays it under EASY. */
    @Test
    void backfill_showsBothQueues_andWhatTheLogRecorded() throws IOException {
        Path log = Files.writeString(directory.resolve("own.swf"), """
                ; MaxProcs: 4
                1 0   0 600 3 -1 -1 3  600 -1 1 1 1 1 1 1 -1 -1
                2 60  5 300 2 -1 -1 2  300 -1 1 1 1 1 1 1 -1 -1
                3 60  0 300 4 -1 -1 4  300 -1 1 1 1 1 1 1 -1 -1
                4 120 0 900 1 -1 -1 1 1200 -1 1 1 1 1 1 1 -1 -1
                """);
        JsonNode json = new ObjectMapper()
                .readTree(Ran.berth("lab", "backfill", log.toString(), "--json").out());
        assertThat(json).hasSize(3);
        // Waits of 0, 540, 840 and 1080, then 0, 540, 960 and 0.
        assertThat(json.get(0).get("meanWaitSeconds").asDouble()).isEqualTo((540 + 840 + 1080) / 4.0);
        assertThat(json.get(1).get("meanWaitSeconds").asDouble()).isEqualTo((540 + 960) / 4.0);
        assertThat(json.get(2).get("queue").textValue()).isEqualTo("in the log");
        assertThat(json.get(2).get("meanWaitSeconds").asDouble()).isEqualTo(5 / 4.0);
        Ran easy = Ran.berth("lab", "backfill", log.toString(), "--queue", "easy", "--exact", "--count", "3");
        assertThat(easy.out())
                .contains("own.swf on 4 servers; ", "only the first 3 jobs are replayed")
                .doesNotContain("conservative");
        assertThat(Ran.berth("lab", "backfill", log.toString(), "--queue", "fcfs")
                        .err())
                .containsSubsequence("--queue: \"fcfs\"", "conservative, easy");
        assertThat(Ran.berth("lab", "backfill", "none.swf").err()).isEqualTo("LOG: \"none.swf\" is not a file\n");
    }

    /** A log of 30 jobs, one every ten minutes, of ten minutes on 3 of 8 processors. */
    private Path tinyTrace() throws IOException {
        StringBuilder lines = new StringBuilder("; MaxProcs: 8\n");
        for (int i = 1; i <= 30; i++) {
            lines.append("%d %d 5 600 3 -1 -1 3 900 -1 1 7 -1 -1 -1 -1 -1 -1\n".formatted(100 + i, i * 600));
        }
        return Files.writeString(directory.resolve("tiny.swf"), lines);
    }

    @Test
    void run_ofATrace_isReportedByItsName_andTheSameForAnyNumberOfThreads() throws IOException {
        Path one = directory.resolve("one");
        Path two = directory.resolve("two");
        String trace = tinyTrace().toString();
        Ran ran = Ran.berth(
                "lab",
                "run",
                "netto-fig2",
                "--scale",
                "smoke",
                "--trace",
                trace,
                "--out",
                one.toString(),
                "--threads",
                "1");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(Ran.berth(
                                "lab",
                                "run",
                                "netto-fig2",
                                "--scale",
                                "smoke",
                                "--trace",
                                trace,
                                "--out",
                                two.toString(),
                                "--threads",
                                "2")
                        .code())
                .isZero();
        assertThat(Files.readString(one.resolve("netto-fig2/data.csv")))
                .isEqualTo(Files.readString(two.resolve("netto-fig2/data.csv")))
                .contains("utilisation-level-replan,load 1.25,50,");
        assertThat(Files.readString(one.resolve("netto-fig2/report.md")))
                .contains("| trace | tiny.swf |", "| jobs of the trace | 30 |", "--trace tiny.swf")
                .doesNotContain(directory.toString());
    }

    /** Before the first run, and not at the smoke scale, which decides nothing. */
    @Test
    void run_saysWhenMoreRunsWouldBeNeeded() {
        String[] given = {"lab", "run", "netto-fig4", "netto-fig6", "--jobs", "10", "--threads", "1", "--runs", "6"};
        Ran ran = Ran.berth(with(given, "--out", directory.toString()));
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("netto-fig4: 6 runs ", "--runs 48").doesNotContain("netto-fig6: ");
        String smoke = directory.resolve("smoke").toString();
        assertThat(Ran.berth("lab", "run", "netto-fig4", "--scale", "smoke", "--jobs", "10", "--out", smoke)
                        .err())
                .isEmpty();
    }

    private static String[] with(String[] words, String... more) {
        return Stream.concat(Stream.of(words), Stream.of(more)).toArray(String[]::new);
    }

    @Test
    void run_takesTasksOfAGpuCluster() throws IOException {
        String header = "cpu_milli,memory_mib,num_gpu,gpu_milli,creation_time,deletion_time\n";
        Path pods = Files.writeString(
                directory.resolve("pods.csv"), header + "4000,1024,1,500,0,7200\n8000,1024,8,1000,5,90\n");
        Path out = directory.resolve("gpu");
        Ran ran = Ran.berth(
                "lab",
                "run",
                "fgd-allocation",
                "--scale",
                "smoke",
                "--trace",
                pods.toString(),
                "--out",
                out.toString());
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(Files.readString(out.resolve("fgd-allocation/data.csv")))
                .contains("allocated,FGD,0.5,", "replayed-loss-rate,default,1213,0,");
        assertThat(Files.readString(out.resolve("fgd-allocation/report.md")))
                .contains("pods.csv (2 tasks,")
                .doesNotContain(directory.toString());

        Path bad = Files.writeString(directory.resolve("bad.csv"), header + "4000,1024,1,500,0,soon\n");
        Ran refused = Ran.berth("lab", "run", "fgd-allocation", "--trace", bad.toString());
        assertThat(refused.err()).contains("--trace: ", "bad.csv, line 2: column deletion_time");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(Ran.berth("lab", "run", "fgd-allocation", "netto-fig1", "--trace", pods.toString())
                        .err())
                .contains("--trace: fgd-allocation takes another trace");
    }

    @Test
    void badTrace_isExplained() throws IOException {
        String trace = tinyTrace().toString();
        assertThat(Ran.berth("lab", "run", "netto-fig1", "castillo-fig4", "--trace", trace)
                        .err())
                .containsSubsequence("--trace: castillo-fig4 ", "netto-fig1, netto-fig2");
        assertThat(Ran.berth("lab", "run", "netto-fig1", "--trace", "nothing.swf")
                        .err())
                .contains("--trace: \"nothing.swf\"");
        Path bad = Files.writeString(directory.resolve("bad.swf"), "not a job\n");
        Ran ran = Ran.berth("lab", "run", "netto-fig1", "--trace", bad.toString());
        assertThat(ran.err()).contains("--trace: ", "bad.swf, line 1: found \"not a job\"");
        assertThat(ran.code()).isEqualTo(2);
    }

    @Test
    void badInput_isExplained() {
        assertThat(Ran.berth("lab", "run", "castillo-fig9").err())
                .contains("experiment: \"castillo-fig9\"", "castillo-fig4");
        assertThat(Ran.berth("lab", "run", "castillo-fig4", "--scale", "huge").err())
                .containsSubsequence("--scale: \"huge\"", "smoke, quick or paper");
        assertThat(Ran.berth("lab", "run", "castillo-fig4", "--runs", "0").err())
                .containsSubsequence("--runs: 0 is", "from 1 to 10000");
        assertThat(Ran.berth("lab", "run", "castillo-fig4", "--policy", "nobody")
                        .err())
                .containsSubsequence("--policy: \"nobody\"", "ff-hu");
        assertThat(Ran.berth("lab").code()).isEqualTo(2);
        assertThat(Ran.berth("lab", "run").code()).isEqualTo(2);
    }

    @Test
    void levels_areAChain_andOnesOwnAreChecked() {
        Ran builtIn = Ran.berth("lab", "levels");
        assertThat(builtIn.code()).isZero();
        assertThat(builtIn.out())
                .contains("L4 (0.2, 0.8, 1)", "majorises the one before")
                .doesNotContain("DOES NOT");
        Ran own = Ran.berth("lab", "levels", "--level", "0.2,0.8", "--level", "0.5,0.5");
        assertThat(own.code()).isEqualTo(1);
        assertThat(own.out()).contains("DOES NOT majorise");
        assertThat(Ran.berth("lab", "levels", "--level", "fast").err()).containsSubsequence("--level: \"fast\"", "0.8");
    }
}
