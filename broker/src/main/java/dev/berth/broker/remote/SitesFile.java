package dev.berth.broker.remote;

import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.PublicAddress;
import dev.berth.wire.YamlTree;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code sites.yaml}, the sites of a broker. What is wrong with it is told all at once, each field by its name. */
public final class SitesFile {
    private static final String CALLED = "sites.yaml";
    private static final int MOST = 100;

    private SitesFile() {}

    /** The settings in a file, or {@link dev.berth.wire.json.Invalid} if anything is wrong with it. */
    public static BrokerSettings read(Path file) throws IOException {
        return parse(
                Files.readString(file, StandardCharsets.UTF_8),
                file.toAbsolutePath().getParent());
    }

    /** Paths in it are relative to the directory. */
    static BrokerSettings parse(String yaml, @Nullable Path directory) {
        Fields fields = Fields.of(YamlTree.of(CALLED, yaml));
        List<BrokerSettings.@Nullable Member> sites = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Fields each : fields.objects("sites", MOST)) {
            BrokerSettings.Member site = site(each, directory);
            if (site != null && !names.add(site.name())) {
                each.fault("name", "must be given to one site only");
            }
            sites.add(site);
        }
        Path tokens = TokensFile.read(fields, "tokens", directory, names);
        fields.closed();
        return fields.built(
                () -> new BrokerSettings(sites.stream().map(SitesFile::present).toList(), present(tokens)));
    }

    private static BrokerSettings.@Nullable Member site(Fields fields, @Nullable Path directory) {
        fields.require("name");
        String name = fields.parsed("name", AccountNames.RULE, AccountNames::checked);
        fields.require("address");
        URI address = fields.parsed(
                "address",
                "must be the address of a service that begins with https, such as https://berth.example.org",
                SitesFile::address);
        Path authority = fields.parsed("authority", "must be an existing PEM file", text -> {
            Path path = directory == null ? Path.of(text) : directory.resolve(text);
            if (!Files.isRegularFile(path)) {
                throw new IllegalArgumentException("no such file");
            }
            return path;
        });
        fields.closed();
        return name == null || address == null
                ? null
                : new BrokerSettings.Member(name, address, Optional.ofNullable(authority));
    }

    /** Tokens are sent there, so nobody may read what is on its way. */
    private static URI address(String text) {
        URI address = PublicAddress.of(text);
        if (!PublicAddress.isSafe(address)) {
            throw new IllegalArgumentException("not encrypted");
        }
        return address;
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("nothing was wrong and nothing was read");
        }
        return value;
    }
}
