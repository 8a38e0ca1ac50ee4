package dev.berth.server.settings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.berth.api.RequestLimits;
import dev.berth.api.connection.AddressRange;
import dev.berth.api.connection.ConnectionLimits;
import dev.berth.api.log.LogSettings;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Decimals;
import dev.berth.engine.model.PoolId;
import dev.berth.service.account.Quota;
import dev.berth.service.ask.AskSettings;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.curve.CurveSettings;
import dev.berth.service.guard.NoShowLimits;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.service.provision.AdvertSettings;
import dev.berth.service.quota.QuotaReader;
import dev.berth.service.runs.SilenceLimits;
import dev.berth.service.use.IdleRule;
import dev.berth.service.use.IdleRules;
import dev.berth.service.waitlist.WaitlistSettings;
import dev.berth.site.ClockLimits;
import dev.berth.site.Keeping;
import dev.berth.site.Visibility;
import dev.berth.slurm.ClusterSettings;
import dev.berth.slurm.SlurmSettings;
import dev.berth.wire.Fields;
import dev.berth.wire.PoolJson;
import dev.berth.wire.PublicAddress;
import dev.berth.wire.SliceJson;
import dev.berth.wire.YamlTree;
import dev.berth.wire.json.Fault;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.tls.Tls;
import dev.berth.wire.tls.TlsSettings;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads {@code site.yaml}. What is wrong with it is told all at once, each field by its name. */
public final class SiteFile {
    /** Decimals are texts everywhere else; in YAML people write them as numbers. */
    private static final Set<String> DECIMALS = Set.of(
            "rate",
            "base",
            "flexibility",
            "lead",
            "surcharge",
            "penalty",
            "incentive",
            "serverHours",
            "discount",
            "share",
            "noShow",
            "factor",
            "reference");

    /** Rates by a name that people choose. */
    private static final String RATES = "rates";

    /** Objects of whole numbers by a name that people choose. */
    private static final Set<String> WHOLES = Set.of("parts", "weights", "licences");

    private SiteFile() {}

    /** The settings in a file, or {@link Invalid} if anything is wrong with it. */
    public static SiteSettings read(Path file) throws IOException {
        return parse(
                Files.readString(file, StandardCharsets.UTF_8),
                file.toAbsolutePath().getParent());
    }

    /** Paths in it are relative to the directory. */
    static SiteSettings parse(String yaml, @Nullable Path directory) {
        YamlTree.Located file = YamlTree.read("site.yaml", yaml);
        decimalsAsText(file.tree(), false);
        Fields fields = Fields.of(file.tree());
        String name = fields.requiredText("name", 100);
        InetSocketAddress listen =
                fields.parsed("listen", "must be an address and a port such as 127.0.0.1:7117", SiteFile::address);
        Fields secured = fields.object("tls");
        Optional<Tls> tls =
                secured == null ? Optional.empty() : Optional.ofNullable(TlsSettings.read(secured, directory));
        boolean allowPublic = fields.flag("allowPublic");
        String policy =
                fields.parsed("policy", "must be one of " + String.join(", ", Calendars.names()), SiteFile::policy);
        String admission = fields.parsed(
                "admission", "must be one of " + String.join(", ", Admissions.names()), Admissions::checked);
        List<PoolJson.Planned> pools = new ArrayList<>();
        Map<PoolId, Long> silence = new HashMap<>();
        Map<PoolId, Long> noShows = new HashMap<>();
        Map<PoolId, IdleRule> idle = new HashMap<>();
        // A site may have no pools yet: berth pools detect --add adds them later.
        for (Fields each : fields.optionalObjects("pools", 10_000)) {
            PoolJson.Planned pool = PoolJson.readSetting(each);
            Long silent = SilenceLimits.read(each);
            Long unused = NoShowLimits.read(each);
            IdleRule rule = IdleRule.read(each);
            each.closed();
            if (pool != null) {
                pools.add(pool);
                if (silent != null) {
                    silence.put(pool.pool().id(), silent);
                }
                if (unused != null) {
                    noShows.put(pool.pool().id(), unused);
                }
                if (rule != null) {
                    idle.put(pool.pool().id(), rule);
                }
            }
        }
        refuseEqualNames(fields, file);
        Amounts licences = SliceJson.licences(fields);
        RequestLimits limits = RequestLimits.read(fields.object("limits"));
        Fields queued = fields.object("intake");
        Optional<IntakeSettings> intake =
                queued == null ? Optional.empty() : Optional.ofNullable(IntakeSettings.read(queued));
        List<AddressRange> proxies = networks(fields, "trustedProxies");
        ClockLimits clock = clock(fields.object("clock"));
        ConnectionLimits connections = ConnectionLimits.read(fields.object("connections"));
        Keeping journal = journal(fields.object("journal"));
        UnixUsers unixUsers = UnixUsers.read(fields, "unixUsers");
        Visibility visibility = fields.oneOf("visibility", Visibility.class);
        Fields kept = fields.object("cluster");
        Optional<ClusterSettings> cluster =
                kept == null ? Optional.empty() : Optional.ofNullable(SlurmSettings.read(kept, directory));
        cluster.map(ClusterSettings::licences).orElse(List.of()).stream()
                .filter(each -> licences.get(each) > 0)
                .forEach(each -> fields.fault(
                        "licences",
                        "must not have %s, because cluster.slurm.licences takes its number from Slurm"
                                .formatted(each)));
        URI address = fields.parsed(
                "address", "must be the address of the service such as https://berth.example.org", PublicAddress::of);
        SignInSettings signIn = SignInSettings.read(fields.object("signIn"), address != null, directory);
        NoticeSettings notices = NoticeSettings.read(fields.object("notices"), directory);
        Fields usual = fields.object("quota");
        Optional<Quota> quota = usual == null ? Optional.empty() : Optional.ofNullable(QuotaReader.read(usual));
        LogSettings log = LogSettings.read(fields.object("log"));
        AdvertSettings adverts = AdvertSettings.read(fields.object("slots"));
        AskSettings asks = AskSettings.read(fields.object("asks"));
        WaitlistSettings waiting = WaitlistSettings.read(fields.object("waiting"));
        List<CurveSettings> curves = new ArrayList<>();
        for (Fields each : fields.optionalObjects("curves", 100)) {
            curves.add(CurveSettings.read(each, directory));
        }
        fields.closed();
        SiteSettings settings = fields.built(() -> new SiteSettings(
                name,
                listen == null ? InetSocketAddress.createUnresolved("127.0.0.1", SiteSettings.PORT) : listen,
                tls,
                allowPublic,
                policy == null ? Calendars.DEFAULT : policy,
                admission == null ? Admissions.OF_NEW_SITES : admission,
                pools,
                licences,
                limits,
                intake,
                proxies,
                clock,
                connections,
                journal,
                visibility == null ? Visibility.NAMES : visibility,
                new SilenceLimits(silence),
                new NoShowLimits(noShows),
                new IdleRules(idle),
                unixUsers,
                cluster,
                Optional.ofNullable(address),
                signIn,
                notices,
                quota,
                log,
                Optional.empty(),
                adverts,
                asks,
                waiting,
                curves));
        settings.exposed().ifPresent(why -> {
            throw new Invalid(List.of(new Fault("listen", settings.listen().getHostString(), why)));
        });
        return settings;
    }

    /** Two pools of one name would become one, with the servers of the last. */
    private static void refuseEqualNames(Fields fields, YamlTree.Located file) {
        Map<String, Integer> lines = new HashMap<>();
        JsonNode pools = file.tree().path("pools");
        for (int i = 0; i < pools.size(); i++) {
            JsonNode name = pools.path(i).path("name");
            String place = "pools[" + i + "].name";
            int line = file.lines().of(place);
            Integer before = lines.putIfAbsent(name.asText(), line);
            if (before != null && name.isTextual()) {
                fields.fault(
                        place,
                        name,
                        "in line %d is already the name of the pool in line %d; choose another name, or list all servers in one pool"
                                .formatted(line, before));
            }
        }
    }

    /** Turns numbers into text: those of fields that hold decimals, or all of this object. */
    private static void decimalsAsText(JsonNode node, boolean all) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> {
                if (WHOLES.contains(field.getKey())) {
                    return;
                }
                decimalsAsText(field.getValue(), field.getKey().equals(RATES));
                if (field.getValue().isNumber() && (DECIMALS.contains(field.getKey()) || all)) {
                    BigDecimal value = field.getValue().decimalValue();
                    // Written out, 1e999999999 would be a gigabyte; as it stands it is refused like any other text.
                    field.setValue(TextNode.valueOf(
                            Math.abs((long) value.scale()) > Decimals.LONGEST
                                    ? value.toString()
                                    : value.toPlainString()));
                }
            });
        } else {
            node.forEach(element -> decimalsAsText(element, false));
        }
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        int port = Integer.parseInt(text.substring(colon + 1));
        String host = text.substring(0, Math.max(0, colon)).replaceAll("[\\[\\]]", "");
        if (host.isEmpty()) {
            throw new IllegalArgumentException("no host");
        }
        return InetSocketAddress.createUnresolved(host, port);
    }

    private static String policy(String name) {
        if (!Calendars.names().contains(name)) {
            throw new IllegalArgumentException("unknown policy");
        }
        return name;
    }

    private static List<AddressRange> networks(Fields fields, String field) {
        List<AddressRange> networks = new ArrayList<>();
        for (String text : fields.names(field, 1_000)) {
            try {
                networks.add(AddressRange.of(text));
            } catch (IllegalArgumentException e) {
                fields.fault(field, "must be addresses or ranges such as 10.1.0.0/16 or fd00::/8, not " + text);
            }
        }
        return networks;
    }

    private static ClockLimits clock(@Nullable Fields fields) {
        ClockLimits usual = ClockLimits.DEFAULT;
        if (fields == null) {
            return usual;
        }
        Long tolerance = fields.positiveDuration("tolerance");
        Long absence = fields.positiveDuration("longestAbsence");
        fields.closed();
        Duration apart = tolerance == null ? usual.tolerance() : Duration.ofMillis(tolerance);
        Duration closed = absence == null ? usual.longestAbsence() : Duration.ofMillis(absence);
        if (closed.compareTo(apart) < 0) {
            fields.fault(absence == null ? "tolerance" : "longestAbsence", "must be at least as long as tolerance");
            return usual;
        }
        return new ClockLimits(apart, closed);
    }

    private static Keeping journal(@Nullable Fields fields) {
        Keeping usual = Keeping.DEFAULT;
        if (fields == null) {
            return usual;
        }
        Long retention = fields.positiveDuration("retention");
        int megabytes = fields.whole("megabytes", 16, 100_000_000, (int) (usual.bytes() >> 20));
        fields.closed();
        return new Keeping(
                retention == null ? usual.retention() : Duration.ofMillis(retention), (long) megabytes << 20);
    }
}
