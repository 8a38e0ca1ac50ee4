package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Launcher on a machine that lacks a JDK or Maven: its own functions, run with fake tools. */
class LauncherTest {
    @TempDir
    private Path home;

    private record Said(int code, String text) {}

    /** Runs bash with the functions of the launcher, some of which are replaced. */
    private Said bash(String script) throws IOException, InterruptedException {
        String functions = Path.of("../tools/jdk.sh").toAbsolutePath().toString();
        ProcessBuilder builder = new ProcessBuilder(
                        List.of("bash", "-euo", "pipefail", "-c", "root=/berth; source \"$0\"; " + script, functions))
                .redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        builder.environment().remove("JAVA_HOME");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), text);
    }

    private static final String NO_JDK = "find_jdk() { [[ -n \"${installed:-}\" ]]; }; ";
    private static final String DEBIAN = "command() { [[ \"$2\" == apt-* ]]; };"
            + " apt-cache() { echo 'openjdk-17-jdk-headless - a'; echo 'openjdk-25-jdk-headless - b'; };"
            + " apt-get() { echo \"apt-get $*\"; installed=yes; }; ";

    @Test
    void withoutAJdk_rootOnDebian_installsOne() throws IOException, InterruptedException {
        Said said = bash(NO_JDK + DEBIAN + "id() { echo 0; }; require_jdk; echo found");

        assertThat(said.text()).containsSubsequence("apt-get install -y -q ", " openjdk-25-jdk-headless");
        assertThat(said.text()).endsWith("found\n");
        assertThat(said.code()).isZero();
    }

    @Test
    void withoutAJdk_anybodyElse_isToldTheOneCommand() throws IOException, InterruptedException {
        Said said = bash(NO_JDK + DEBIAN + "id() { echo 1000; }; require_jdk; echo found");

        assertThat(said.code()).isEqualTo(3);
        assertThat(said.text())
                .containsSubsequence(
                        "version 21", "JAVA_HOME", "\n  sudo apt-get install -y openjdk-25-jdk-headless\n");
    }

    @Test
    void withoutAPackageManager_theCommandIsADownload() throws IOException, InterruptedException {
        Said said = bash(NO_JDK + "command() { return 1; }; uname() { echo aarch64; }; require_jdk");

        assertThat(said.code()).isEqualTo(3);
        assertThat(said.text())
                .endsWith(
                        "  mkdir -p ~/.jdks && curl -fsSL https://api.adoptium.net/v3/binary/latest/21/ga/linux/aarch64/jdk"
                                + "/hotspot/normal/eclipse | tar xz -C ~/.jdks\n");
    }

    @Test
    void theUsersMirror_isTheWrappersToo() throws IOException, InterruptedException {
        assertThat(bash("maven_mirror").text()).isEmpty();
        Files.createDirectories(home.resolve(".m2"));
        Files.writeString(home.resolve(".m2/settings.xml"), """
                <settings><mirrors>
                  <!-- <mirror><mirrorOf>*</mirrorOf><url>https://commented.example</url></mirror> -->
                  <mirror><id>a</id><mirrorOf>other</mirrorOf><url>https://other.example</url></mirror>
                  <mirror>
                    <id>b</id>
                    <url>https://mirror.example/maven/</url>
                    <mirrorOf>central,snapshots</mirrorOf>
                  </mirror>
                </mirrors></settings>
                """);

        assertThat(bash("maven_mirror").text()).isEqualTo("https://mirror.example/maven");
    }
}
