package dev.berth.cli.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Api;
import dev.berth.broker.Broker;
import dev.berth.cli.Berth;
import dev.berth.directory.oidc.OpenId;
import dev.berth.engine.book.Book;
import dev.berth.journal.Journal;
import dev.berth.lab.experiment.Experiments;
import dev.berth.provision.plan.Provisioning;
import dev.berth.server.Server;
import dev.berth.service.Facts;
import dev.berth.site.Site;
import dev.berth.slurm.Reconciler;
import dev.berth.wire.Fields;
import dev.berth.words.Unit;
import dev.berth.workflow.Planner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Which package uses which is what docs/packages.txt says, no more and no less; and there each package uses only what
 * stands above it, so that there is no circle and no arrow back up.
 */
class PackagesTest {
    private static final List<String> MODULES = List.of(
            "engine",
            "words",
            "wire",
            "journal",
            "site",
            "workflow",
            "provision",
            "service",
            "api",
            "slurm",
            "broker",
            "directory",
            "server",
            "lab",
            "cli");
    /** One of each module, to find the others. */
    private static final List<Class<?>> MEMBERS = List.of(
            Book.class,
            Unit.class,
            Fields.class,
            Journal.class,
            Site.class,
            Planner.class,
            Provisioning.class,
            Facts.class,
            Api.class,
            Reconciler.class,
            Broker.class,
            OpenId.class,
            Server.class,
            Experiments.class,
            Berth.class);
    /** A line of what jdeps prints; it leaves out what is within a package. */
    private static final Pattern ARROW =
            Pattern.compile("(?m)^ +dev\\.berth\\.([\\w.$]+) +-> dev\\.berth\\.([\\w.$]+) ");

    /** Packages of the shell that are more than a client: they run a service, or read a journal or a cluster themselves. */
    private static final Set<String> MORE_THAN_CLIENTS =
            Set.of("cli", "cli.demo", "cli.instance", "cli.pool.slurm", "cli.serve", "cli.slurm");

    private static final Set<String> MODULES_OF_CLIENTS =
            Set.of("engine", "words", "wire", "workflow", "provision", "lab", "cli");

    private static final Path TABLE = Path.of("../docs/packages.txt");
    /** The table as the code needs it, to be copied after classes have moved. */
    private static final Path PROPOSAL = Path.of("target/packages.txt");

    private static PackageTable table;
    private static final Map<String, Set<String>> USES = new TreeMap<>();
    private static final Map<String, String> EXAMPLES = new TreeMap<>();
    private static final Set<PackageTable.Exemption> USED_EXEMPTIONS = new HashSet<>();

    @BeforeAll
    static void readClasses() throws IOException, URISyntaxException {
        table = PackageTable.of(Files.readAllLines(TABLE));
        Matcher arrows = ARROW.matcher(jdeps());
        while (arrows.find()) {
            add(arrows.group(1), arrows.group(2));
        }
        Files.createDirectories(PROPOSAL.getParent());
        Files.writeString(PROPOSAL, table.corrected(USES, MODULES).toString());
    }

    private static String jdeps() throws URISyntaxException {
        List<String> arguments = new ArrayList<>(List.of(
                "-verbose:class", "--ignore-missing-deps", "--multi-release", "base", "-e", "dev\\.berth\\..*"));
        for (Class<?> member : MEMBERS) {
            arguments.add(Path.of(member.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(out, true), new PrintWriter(err, true), arguments.toArray(String[]::new));
        assertThat(code).as("jdeps: %s%s", out, err).isZero();
        return out.toString();
    }

    private static void add(String type, String usedType) {
        String from = packageOf(type);
        String to = packageOf(usedType);
        USES.computeIfAbsent(from, absent -> new TreeSet<>());
        USES.computeIfAbsent(to, absent -> new TreeSet<>());
        for (PackageTable.Exemption exemption : table.exemptions()) {
            if (exemption.covers(type, to)) {
                USED_EXEMPTIONS.add(exemption);
                return;
            }
        }
        USES.get(from).add(to);
        EXAMPLES.putIfAbsent(from + " -> " + to, type + " uses " + usedType);
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    @Test
    void packagesUse_whatTheTableSays() {
        List<String> wrong = new ArrayList<>();
        USES.forEach((from, targets) -> {
            Set<String> allowed = table.uses().get(from);
            if (allowed == null) {
                wrong.add("the package " + from + " is not in the table");
                return;
            }
            targets.stream().filter(to -> !allowed.contains(to)).forEach(to -> {
                String arrow = from + " -> " + to;
                wrong.add("not allowed: " + arrow + ", as in: " + EXAMPLES.get(arrow));
            });
        });
        assertThat(wrong).as(advice()).isEmpty();
    }

    @Test
    void theTable_saysNoMoreThanIsUsed() {
        List<String> idle = new ArrayList<>();
        table.uses().forEach((from, targets) -> {
            Set<String> real = USES.get(from);
            if (real == null) {
                idle.add("there is no package " + from);
                return;
            }
            targets.stream()
                    .filter(to -> !real.contains(to))
                    .forEach(to -> idle.add("not used: " + from + " -> " + to));
        });
        table.exemptions().stream()
                .filter(exemption -> !USED_EXEMPTIONS.contains(exemption))
                .forEach(exemption -> idle.add("not needed: " + exemption));
        assertThat(idle).as(advice()).isEmpty();
    }

    @Test
    void everyPackage_usesOnlyWhatStandsAboveIt() {
        assertThat(table.backwards())
                .as("arrows of %s that close a circle or go back up; move a class, or reorder the table", TABLE)
                .isEmpty();
    }

    @Test
    void clients_needWordsAndWire_notTheServer() {
        Set<String> others = new TreeSet<>();
        table.uses().forEach((from, targets) -> {
            boolean isMore =
                    targets.stream().map(PackagesTest::moduleOf).anyMatch(to -> !MODULES_OF_CLIENTS.contains(to));
            if (moduleOf(from).equals("cli") && isMore) {
                others.add(from);
            }
        });
        assertThat(others)
                .as("packages of the shell that use more than words and wire of the service")
                .isEqualTo(new TreeSet<>(MORE_THAN_CLIENTS));
    }

    private static String moduleOf(String name) {
        return name.split("\\.", 2)[0];
    }

    private static String advice() {
        return "If an arrow is meant, change %s; what it would be is in cli/%s".formatted(TABLE, PROPOSAL);
    }
}
