package dev.berth.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.berth.journal.postgres.PostgresAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in {@code deploy}, as far as they can be checked without a cluster. */
class DeployTest {
    private static final Path DEPLOY = Path.of("../deploy");

    @TempDir
    private Path directory;

    private static Map<String, JsonNode> manifests() throws Exception {
        Map<String, JsonNode> byKind = new HashMap<>();
        try (var documents = new YAMLMapper()
                .readerFor(JsonNode.class)
                .<JsonNode>readValues(DEPLOY.resolve("kubernetes/berth.yaml").toFile())) {
            while (documents.hasNext()) {
                JsonNode each = documents.next();
                assertThat(each.get("apiVersion").asText()).isNotBlank();
                byKind.put(each.get("kind").asText(), each);
            }
        }
        return byKind;
    }

    @Test
    void manifests_areWhole_andTheirSettingsAreRead() throws Exception {
        Map<String, JsonNode> all = manifests();
        assertThat(all).containsOnlyKeys("ConfigMap", "Deployment", "Service", "PodDisruptionBudget", "Ingress");
        Path file = directory.resolve("site.yaml");
        Files.writeString(
                file, all.get("ConfigMap").get("data").get("site.yaml").asText());
        SiteSettings settings = SiteFile.read(file);
        assertThat(settings.exposed()).isEmpty();
        JsonNode pod = all.get("Deployment").get("spec").get("template");
        assertThat(pod.get("metadata").get("labels"))
                .isEqualTo(all.get("Deployment").get("spec").get("selector").get("matchLabels"))
                .isEqualTo(all.get("Service").get("spec").get("selector"));
        JsonNode container = pod.get("spec").get("containers").get(0);
        assertThat(container.get("ports").get(0).get("containerPort").asInt())
                .isEqualTo(settings.listen().getPort());
        String journal = container.get("args").get(3).asText();
        assertThat(PostgresAddress.of(journal.substring("--journal=".length())).passwordFile())
                .isPresent();
        for (JsonNode mount : container.get("volumeMounts")) {
            assertThat(pod.get("spec").get("volumes").findValuesAsText("name"))
                    .contains(mount.get("name").asText());
        }
    }

    /** Verifies the units with systemd; {@code /bin/true} stands in for the berth program. */
    @Test
    void units_areVerifiedBySystemd() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "systemd is not installed");
        Path units = Files.createDirectories(directory.resolve("berth.service.d"));
        copy(Path.of("../tools/package/berth.service"), directory.resolve("berth.service"));
        copy(DEPLOY.resolve("systemd/postgresql.conf"), units.resolve("postgresql.conf"));
        copy(DEPLOY.resolve("systemd/berth-backup.service"), directory.resolve("berth-backup.service"));
        copy(DEPLOY.resolve("systemd/berth-backup.timer"), directory.resolve("berth-backup.timer"));
        for (String unit : List.of("berth.service", "berth-backup.service", "berth-backup.timer")) {
            Process verify = new ProcessBuilder(
                            "/usr/bin/systemd-analyze",
                            "verify",
                            "--man=no",
                            directory.resolve(unit).toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(verify.waitFor()).as(said).isZero();
            // It ends with 0 for lines that it does not know.
            assertThat(said).doesNotContain("Unknown", "Invalid", "Failed to parse");
        }
    }

    private static void copy(Path from, Path to) throws Exception {
        Files.writeString(to, Files.readString(from).replace("/usr/bin/berth ", "/bin/true "));
    }
}
