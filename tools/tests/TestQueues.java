import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the tests of all modules in a few processes at a time, the longest first, while Maven builds the modules and afterwards.
 *
 * <p>Maven tests a module before it builds the next one, so that a processor waits. Here Maven only builds, and leaves in each module the
 * class path of its tests and the options of their JVM ({@code target/test-class-path}, {@code target/tests.properties}); from then on the
 * tests of the module may run. The classes of a long module are shared out to several processes. {@code tools/tests/times.txt} has the
 * seconds of the slow classes: they decide the order, never the outcome.
 *
 * <pre>java TestQueues.java ROOT WORK SYSTEM-PROPERTY... [-- SECONDS NAME PROGRAM ARGUMENT...]...</pre>
 *
 * <p>{@code WORK/begun} is older than the build; {@code WORK/built} appears when the build has ended, with its exit code. Each system property
 * ({@code -Dkey=value}) goes to all tests. Each program is run as well, once all is built. Exit code 1 if anything failed or did not run.
 */
final class TestQueues {
    /** Processes at a time, two less while Maven builds: more than processors, because many tests wait. */
    private static final int PROCESSES =
            Integer.getInteger("processes", Math.min(6, Runtime.getRuntime().availableProcessors() + 1));

    /** As many as this while all of them wait: one more is started whenever the processors were idle for a part of the last moments. */
    private static final int MOST_PROCESSES = Integer.getInteger("processes", 2 * PROCESSES);

    private static final double BUSY = 0.85;
    private static final Duration MOMENT = Duration.ofSeconds(3);

    /** With this property the options {@code sample.argLine} of a module count, too. */
    private static final String SAMPLE = "-Dberth.sample=true";

    private static final double SHARE_SECONDS = 90;
    private static final double USUAL_SECONDS = 0.3;
    private static final Duration LIMIT = Duration.ofMinutes(60);

    /** Classes with these names are run, as by Surefire; a class named Test... only if it has tests, for some are there to help others. */
    private static final Pattern TESTS = Pattern.compile("(?:.*Tests?|.*TestCase)\\.class");

    private static final Pattern MAYBE = Pattern.compile("Test.*\\.class");
    private static final List<String> ANNOTATIONS = List.of(
            "Lorg/junit/jupiter/api/Test;",
            "Lorg/junit/jupiter/api/TestFactory;",
            "Lorg/junit/jupiter/api/RepeatedTest;",
            "Lorg/junit/jupiter/api/Nested;",
            "Lorg/junit/jupiter/params/ParameterizedTest;");

    private static final Pattern CASE = Pattern.compile("<testcase ([^>]*)>");
    private static final Pattern ATTRIBUTE = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    /** A process to run: some test classes of a module, or a program. */
    private record Item(
            String name, double seconds, Path directory, List<String> command, Path reports, Set<String> classes) {}

    private final Path root;
    private final Path work;
    private final List<String> properties = new ArrayList<>();
    private final List<Item> programs = new ArrayList<>();
    private final List<Item> waiting = new ArrayList<>();
    private final Set<Path> seen = new TreeSet<>();
    private final Map<Process, Item> running = new LinkedHashMap<>();
    private final Map<Process, Long> begun = new HashMap<>();
    private final Map<String, Double> times = new HashMap<>();
    private final Map<String, Double> measured = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private final OperatingSystemMXBean machine =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long looked = System.nanoTime();
    private int tests;
    private int done;

    private TestQueues(List<String> arguments) throws IOException {
        root = Path.of(arguments.get(0)).toRealPath();
        work = Path.of(arguments.get(1)).toRealPath();
        int i = 2;
        for (; i < arguments.size() && !arguments.get(i).equals("--"); i++) {
            properties.add(arguments.get(i));
        }
        while (i < arguments.size()) {
            int begin = i + 1;
            for (i = begin; i < arguments.size() && !arguments.get(i).equals("--"); i++) {}
            programs.add(program(arguments.subList(begin, i)));
        }
        for (String line : Files.readAllLines(root.resolve("tools/tests/times.txt"))) {
            String[] words = line.split(" ", 2);
            times.put(words[1], Double.parseDouble(words[0]));
        }
    }

    private Item program(List<String> words) {
        String name = words.get(1);
        Path reports = root.resolve("target/check").resolve(name);
        return new Item(
                name, Double.parseDouble(words.get(0)), root, words.subList(2, words.size()), reports, Set.of());
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(new TestQueues(List.of(arguments)).run() ? 0 : 1);
    }

    private boolean run() throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> running.keySet().forEach(TestQueues::end)));
        boolean isBuilt = false;
        while (true) {
            if (!isBuilt && Files.exists(work.resolve("built"))) {
                if (!Files.readString(work.resolve("built")).strip().equals("0")) {
                    say("the build failed, so the tests are stopped");
                    return false;
                }
                isBuilt = true;
                waiting.addAll(programs);
            }
            addModules(isBuilt);
            startNext(isBuilt ? PROCESSES : Math.max(1, PROCESSES - 2));
            if (isBuilt && hasIdleProcessors()) {
                startNext(Math.min(MOST_PROCESSES, running.size() + 1));
            }
            if (isBuilt && running.isEmpty() && waiting.isEmpty()) {
                break;
            }
            collectEnded();
        }
        Files.write(root.resolve("target/test-times.txt"), slowest());
        failures.forEach(failure -> say("FAILED: " + failure));
        say(tests + " tests in " + done + " processes, " + failures.size() + " failures");
        return failures.isEmpty();
    }

    /** Modules that were built since the last look; once all is built, each module with tests must be among them. */
    private void addModules(boolean isBuilt) throws IOException {
        for (Path module : modules()) {
            Path recorded = module.resolve("target/tests.properties");
            if (isNew(recorded)) {
                seen.add(module);
                addTests(module, recorded);
            } else if (isBuilt && Files.exists(module.resolve("src/test/java"))) {
                seen.add(module);
                failures.add("no tests were built in " + root.relativize(module));
            }
        }
    }

    private List<Path> modules() throws IOException {
        try (Stream<Path> directories = Files.list(root)) {
            return directories
                    .filter(each -> Files.exists(each.resolve("pom.xml")) && !seen.contains(each))
                    .sorted()
                    .toList();
        }
    }

    private boolean isNew(Path file) throws IOException {
        return Files.exists(file)
                && Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(work.resolve("begun"))) >= 0;
    }

    private void addTests(Path module, Path recorded) throws IOException {
        Path classes = module.resolve("target/test-classes");
        Map<String, Double> found = testClasses(classes);
        if (found.isEmpty()) {
            if (Files.exists(module.resolve("src/test/java"))) {
                failures.add("no test class in " + root.relativize(module));
            }
            return;
        }
        Path reports = module.resolve("target/surefire-reports");
        delete(reports);
        Files.deleteIfExists(module.resolve("target/jacoco.exec"));
        Properties options = new Properties();
        try (var in = Files.newBufferedReader(recorded)) {
            options.load(in);
        }
        List<Set<String>> shares = shares(found);
        for (int i = 0; i < shares.size(); i++) {
            Set<String> share = shares.get(i);
            Path to = Files.createDirectories(reports.resolve(Integer.toString(i + 1)));
            List<String> command = new ArrayList<>(words(options.getProperty("argLine", "") + " "
                    + options.getProperty("surefire.argLine", "") + " "
                    + (properties.contains(SAMPLE) ? options.getProperty("sample.argLine", "") : "")));
            command.addAll(properties);
            command.addAll(List.of("-ea", "-Dbasedir=" + module, "-cp"));
            command.add(classes + ":" + module.resolve("target/classes") + ":"
                    + Files.readString(module.resolve("target/test-class-path")).strip());
            command.addAll(List.of(
                    "org.junit.platform.console.ConsoleLauncher",
                    "execute",
                    "--disable-banner",
                    "--disable-ansi-colors",
                    "--details=summary",
                    "--reports-dir=" + to));
            share.forEach(each -> command.add("--select-class=" + each));
            Path file = to.resolve("arguments");
            Files.write(file, command.stream().map(TestQueues::quoted).toList());
            String name = root.relativize(module) + (shares.size() == 1 ? "" : " " + (i + 1) + "/" + shares.size());
            double seconds = share.stream().mapToDouble(found::get).sum();
            waiting.add(new Item(
                    name,
                    seconds,
                    module,
                    List.of(System.getProperty("java.home") + "/bin/java", "@" + file),
                    to,
                    share));
        }
    }

    private Map<String, Double> testClasses(Path directory) throws IOException {
        Map<String, Double> found = new TreeMap<>();
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.filter(TestQueues::isTest).toList()) {
                    String name = directory
                            .relativize(file)
                            .toString()
                            .replace('/', '.')
                            .replaceFirst("\\.class$", "");
                    found.put(name, times.getOrDefault(name.substring(name.lastIndexOf('.') + 1), USUAL_SECONDS));
                }
            }
        }
        return found;
    }

    private static boolean isTest(Path file) {
        String name = file.getFileName().toString();
        if (name.contains("$")) {
            return false;
        }
        if (TESTS.matcher(name).matches()) {
            return true;
        }
        try {
            return MAYBE.matcher(name).matches()
                    && ANNOTATIONS.stream()
                            .anyMatch(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)::contains);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The classes in shares of about the same length, the longest class first. */
    private static List<Set<String>> shares(Map<String, Double> classes) {
        double all = classes.values().stream().mapToDouble(each -> each).sum();
        int count = (int) Math.min(classes.size(), Math.max(1, Math.ceil(all / SHARE_SECONDS)));
        List<Set<String>> shares = new ArrayList<>();
        double[] seconds = new double[count];
        for (int i = 0; i < count; i++) {
            shares.add(new TreeSet<>());
        }
        classes.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .forEach(each -> {
                    int least = 0;
                    for (int i = 1; i < count; i++) {
                        least = seconds[i] < seconds[least] ? i : least;
                    }
                    shares.get(least).add(each.getKey());
                    seconds[least] += each.getValue();
                });
        return shares;
    }

    private void startNext(int atMost) throws IOException {
        while (running.size() < atMost && !waiting.isEmpty()) {
            Item item = waiting.stream()
                    .max(Comparator.comparingDouble(Item::seconds))
                    .orElseThrow();
            waiting.remove(item);
            Files.createDirectories(item.reports());
            Process process = new ProcessBuilder(item.command())
                    .directory(item.directory().toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log(item).toFile())
                    .start();
            running.put(process, item);
            begun.put(process, System.nanoTime());
        }
    }

    /** Whether a processor was idle since the last look, which is a moment ago: a process that has just begun must show what it needs. */
    private boolean hasIdleProcessors() {
        if (System.nanoTime() - looked < MOMENT.toNanos()) {
            return false;
        }
        looked = System.nanoTime();
        double load = machine.getCpuLoad();
        return load >= 0 && load < BUSY;
    }

    private static Path log(Item item) {
        return item.reports().resolve("log.txt");
    }

    private void collectEnded() throws IOException, InterruptedException {
        Thread.sleep(100);
        for (Process process : List.copyOf(running.keySet())) {
            Duration passed = Duration.ofNanos(System.nanoTime() - begun.get(process));
            if (process.isAlive() && passed.compareTo(LIMIT) > 0) {
                end(process);
                failures.add(running.get(process).name() + " was ended after " + LIMIT.toMinutes() + " minutes");
            }
            if (!process.isAlive()) {
                judge(running.remove(process), process.exitValue(), passed);
            }
        }
    }

    private void judge(Item item, int code, Duration passed) throws IOException {
        done++;
        int before = failures.size();
        Map<String, Double> ran = new TreeMap<>();
        int count = item.classes().isEmpty() ? 0 : read(item, ran);
        Set<String> missing = new TreeSet<>(item.classes());
        missing.removeAll(ran.keySet());
        missing.forEach(each -> failures.add("no test of " + each + " ran (" + item.name() + ")"));
        if (code != 0) {
            failures.add(item.name() + " ended with " + code + "; its output is in " + root.relativize(log(item)));
        }
        tests += count;
        measured.putAll(ran);
        say("%s: %s%.0f s%s"
                .formatted(
                        item.name(),
                        item.classes().isEmpty() ? "" : count + " tests, ",
                        passed.toMillis() / 1e3,
                        failures.size() > before ? ", FAILED" : ""));
        if (failures.size() > before) {
            show(item);
        }
    }

    /** Adds the classes that ran with their seconds; returns the number of tests. A skipped test counts as failed. */
    private int read(Item item, Map<String, Double> ran) throws IOException {
        int count = 0;
        try (Stream<Path> files = Files.list(item.reports())) {
            for (Path file : files.filter(each -> each.getFileName().toString().matches("TEST-.*\\.xml"))
                    .toList()) {
                String text = Files.readString(file);
                Matcher matcher = CASE.matcher(text);
                while (matcher.find()) {
                    count++;
                    Map<String, String> values = attributes(matcher.group(1));
                    ran.merge(
                            values.get("classname").replaceFirst("\\$.*", ""),
                            Double.parseDouble(values.get("time").replace(",", "")),
                            Double::sum);
                }
                if (text.contains("<skipped")) {
                    failures.add(
                            "a test was skipped; make it run or delete it: see <skipped in " + root.relativize(file));
                }
            }
        }
        return count;
    }

    private static Map<String, String> attributes(String text) {
        Map<String, String> values = new HashMap<>();
        ATTRIBUTE.matcher(text).results().forEach(each -> values.put(each.group(1), each.group(2)));
        return values;
    }

    /** The failures of a process with their stack traces, or the end of its output if it ended without telling them. */
    private static void show(Item item) throws IOException {
        List<String> lines =
                Files.readString(log(item), StandardCharsets.ISO_8859_1).lines().toList();
        int from = Optional.of(lines.stream()
                        .map(line -> line.startsWith("Failures ("))
                        .toList()
                        .lastIndexOf(true))
                .filter(index -> index >= 0)
                .orElse(Math.max(0, lines.size() - 60));
        lines.subList(from, lines.size()).stream().limit(400).forEach(System.out::println);
    }

    private List<String> slowest() {
        Map<String, Double> simple = new TreeMap<>();
        measured.forEach(
                (name, seconds) -> simple.merge(name.substring(name.lastIndexOf('.') + 1), seconds, Math::max));
        return simple.entrySet().stream()
                .filter(each -> each.getValue() >= 1)
                .sorted(Map.Entry.<String, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(each -> "%.0f %s".formatted(each.getValue(), each.getKey()))
                .toList();
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** The words of a command line, in which quotes hold blanks together. */
    private static List<String> words(String line) {
        return Pattern.compile("(?:[^\\s\"]|\"[^\"]*\")+")
                .matcher(line)
                .results()
                .map(each -> each.group().replace("\"", ""))
                .toList();
    }

    private static String quoted(String argument) {
        return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static void say(String text) {
        System.out.println("check: " + text);
    }
}
