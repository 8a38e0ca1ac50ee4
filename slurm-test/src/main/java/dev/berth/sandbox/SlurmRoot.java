package dev.berth.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/**
 * A directory with the root of a small Debian, whose Slurm a sandbox runs instead of that of this machine; {@code tools/slurm-root}
 * makes one. Its programs run in a namespace of mounts in which that directory is the root, and the rest of this machine is where it
 * always is: temporary files, homes, users, the JDK. A process holds the namespace, and nothing of it is left when that has ended. To
 * make it takes root.
 *
 * @param directory where it lies
 */
public record SlurmRoot(Path directory) {
    /** The system property that names the directory for all sandboxes of a JVM; without it they run the Slurm of this machine. */
    public static final String PROPERTY = "berth.slurm.root";

    /** Programs that run inside. munged is that of this machine: its protocol is the same for all versions of Slurm. */
    private static final List<String> PROGRAMS = List.of(
            "slurmctld",
            "slurmd",
            "slurmdbd",
            "scontrol",
            "sbatch",
            "squeue",
            "sinfo",
            "scancel",
            "srun",
            "sacctmgr",
            "sacct",
            "scrontab");

    /** Files of this machine that count inside as well. */
    private static final List<String> SHARED_FILES = List.of("/etc/passwd", "/etc/group", "/etc/hosts");

    /** Directories that are its own inside; all else at the top of this machine is shared. */
    private static final String OWN = "bin|sbin|lib|lib32|lib64|libx32|usr|etc|var|boot";

    /** A file that is inside only. */
    private static final String MARK = "/etc/berth-slurm-root";

    public SlurmRoot {
        directory = directory.toAbsolutePath().normalize();
    }

    /** The one that {@link #PROPERTY} names; empty for the Slurm of this machine. */
    static Optional<SlurmRoot> configured() {
        return Optional.ofNullable(System.getProperty(PROPERTY))
                .filter(name -> !name.isBlank())
                .map(Path::of)
                .map(SlurmRoot::new);
    }

    /** Throws if it cannot be used: a test that cannot run has failed. */
    void require() {
        if (!Files.isExecutable(directory.resolve("usr/sbin/slurmctld"))) {
            throw new IllegalStateException(
                    "%s has no usr/sbin/slurmctld; make it with tools/slurm-root VERSION %1$s, or leave out -D%s"
                            .formatted(directory, PROPERTY));
        }
        if (!System.getProperty("user.name").equals("root")) {
            throw new IllegalStateException(
                    "Only root can run the Slurm in %s; leave out -D%s to run that of this machine"
                            .formatted(directory, PROPERTY));
        }
    }

    /**
     * A command that makes the namespace and holds it; it makes a file once the namespace is there.
     *
     * @param ready the file
     */
    String[] hold(Path ready) {
        String script = """
            set -e
            root="$1"
            for each in /*; do
                name="${each#/}"
                case "$name" in %s) continue ;; esac
                [ -d "$each" ] && [ ! -L "$each" ] || continue
                mkdir -p "$root$each"
                mount --rbind "$each" "$root$each"
            done
            for each in %s; do
                [ -e "$root$each" ] || : >"$root$each"
                mount --bind "$each" "$root$each"
            done
            if [ -d /usr/lib/jvm ]; then
                mkdir -p "$root/usr/lib/jvm"
                mount --rbind /usr/lib/jvm "$root/usr/lib/jvm"
            fi
            : >"$root%s"
            : >"$2"
            exec chroot "$root" sleep infinity
            """.formatted(OWN, String.join(" ", SHARED_FILES), MARK);
        return new String[] {
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-c",
            script,
            "sh",
            directory.toString(),
            ready.toString()
        };
    }

    /**
     * Writes a command for each program of Slurm that runs it inside, in the working directory of who calls it.
     *
     * @param holder the process that holds the namespace
     */
    void writeCommands(Path bin, long holder) throws IOException {
        Files.createDirectory(bin, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        for (String program : PROGRAMS) {
            Path command = Files.writeString(bin.resolve(program), """
                #!/bin/sh
                # Jobs are inside already.
                if [ -e %3$s ]; then
                    for own in /usr/sbin/%2$s /usr/bin/%2$s; do
                        [ ! -x "$own" ] || exec "$own" "$@"
                    done
                fi
                exec nsenter --target %1$d --mount --root --wdns="$PWD" %2$s "$@"
                """.formatted(holder, program, MARK));
            Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
