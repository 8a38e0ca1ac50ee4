package dev.berth.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the programs of this machine are. An ordinary user's PATH has no daemons, so the system's directories count too. */
final class SandboxPrograms {
    /** Programs that a sandbox starts, and the Debian package of each. */
    private static final Map<String, String> PACKAGES = packages();

    private final List<Path> directories;

    SandboxPrograms(String path, List<String> alsoIn) {
        directories = Stream.concat(Stream.of(path.split(":", -1)), alsoIn.stream())
                .filter(directory -> !directory.isEmpty())
                .map(Path::of)
                .distinct()
                .toList();
    }

    static SandboxPrograms ofThisMachine() {
        return new SandboxPrograms(
                Optional.ofNullable(System.getenv("PATH")).orElse(""),
                List.of("/usr/sbin", "/sbin", "/usr/bin", "/bin"));
    }

    private static Map<String, String> packages() {
        Map<String, String> packages = new LinkedHashMap<>();
        packages.put("munged", "munge");
        packages.put("slurmctld", "slurmctld");
        packages.put("slurmd", "slurmd");
        packages.put("scontrol", "slurm-client");
        packages.put("sbatch", "slurm-client");
        return packages;
    }

    /** The same, but those of a directory before all others. */
    SandboxPrograms before(Path first) {
        return new SandboxPrograms(first + ":" + path(), List.of());
    }

    /** Throws if one is missing: a test that cannot run has failed. */
    void require() {
        require(true, false);
    }

    /**
     * The same.
     *
     * @param ownSlurm whether Slurm is that of this machine
     * @param accounting whether it has accounting
     */
    void require(boolean ownSlurm, boolean accounting) {
        Set<String> missing = new LinkedHashSet<>();
        Set<String> needed = new LinkedHashSet<>();
        Map<String, String> wanted = new LinkedHashMap<>();
        if (ownSlurm) {
            wanted.putAll(PACKAGES);
        } else {
            wanted.put("munged", "munge");
        }
        if (accounting) {
            wanted.put("mariadbd", "mariadb-server");
            wanted.put("mariadb-install-db", "mariadb-server");
        }
        if (accounting && ownSlurm) {
            wanted.put("slurmdbd", "slurmdbd");
        }
        wanted.forEach((program, debianPackage) -> {
            if (find(program).isEmpty()) {
                missing.add(program);
                needed.add(debianPackage);
            }
        });
        if (!missing.isEmpty()) {
            throw new IllegalStateException("The tests with Slurm need %s; on Debian: apt-get install %s"
                    .formatted(String.join(", ", missing), String.join(" ", needed)));
        }
    }

    /** The whole path of a program; the name itself if it is nowhere, so that starting it fails with that name. */
    String locate(String program) {
        return find(program).map(Path::toString).orElse(program);
    }

    /** A PATH that finds them. */
    String path() {
        return directories.stream().map(Path::toString).collect(Collectors.joining(":"));
    }

    private Optional<Path> find(String program) {
        return directories.stream()
                .map(directory -> directory.resolve(program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
