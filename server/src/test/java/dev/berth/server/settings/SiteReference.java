package dev.berth.server.settings;

import static dev.berth.server.settings.SiteReference.Setting.absent;
import static dev.berth.server.settings.SiteReference.Setting.optional;
import static dev.berth.server.settings.SiteReference.Setting.required;

import dev.berth.api.RequestLimits;
import dev.berth.api.connection.ConnectionLimits;
import dev.berth.api.log.LogSettings;
import dev.berth.directory.ldap.LdapSettings;
import dev.berth.directory.oidc.OpenIdSettings;
import dev.berth.engine.admission.Admissions;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.service.ask.AskSettings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.service.notice.MailSettings;
import dev.berth.service.notice.NoticeSettings;
import dev.berth.service.runs.SilenceLimits;
import dev.berth.service.waitlist.WaitlistSettings;
import dev.berth.site.ClockLimits;
import dev.berth.site.Keeping;
import dev.berth.site.Visibility;
import dev.berth.slurm.ClusterSettings;
import dev.berth.slurm.SlurmSettings;
import dev.berth.wire.Names;
import dev.berth.wire.json.Fault;
import dev.berth.wire.json.Invalid;
import dev.berth.words.Unit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * All fields of {@code site.yaml} for people: docs/guide/site-yaml.md. What may stand in a field is asked of the reader itself,
 * which says it when the field is wrong, and defaults are those of the code, so only the meaning is written down here.
 */
final class SiteReference {
    private static final String HEAD = """
        # site.yaml

        The settings of a site, for `berth serve --config site.yaml`. Only `name` is required. An unknown field is refused, so that a
        misspelt one is not ignored, and so is a field or a pool that is given twice. Durations are written as in ISO 8601: `PT10M`, `PT2H30M`, `P30D`. Prices and shares are decimals.

        After a change restart the service or send it SIGHUP; it says which changes it applied and which it cannot apply. This page is made
        from the code.
        """;

    /** No field accepts all of these. */
    private static final List<String> WRONG = List.of("[[]]", "1", "{}");

    private SiteReference() {}

    /**
     * A field.
     *
     * @param byDefault what holds without it
     */
    record Setting(String name, String byDefault, String meaning) {
        static Setting required(String name, String meaning) {
            return new Setting(name, "required", meaning);
        }

        static Setting optional(String name, Object byDefault, String meaning) {
            return new Setting(name, "`" + byDefault + "`", meaning);
        }

        static Setting optional(String name, Duration byDefault, String meaning) {
            long days = byDefault.toDays();
            return optional(
                    name, (Object) (byDefault.equals(Duration.ofDays(days)) ? "P" + days + "D" : byDefault), meaning);
        }

        /** One whose absence is explained in words. */
        static Setting absent(String name, String without, String meaning) {
            return new Setting(name, without, meaning);
        }
    }

    /**
     * The fields of one object.
     *
     * @param around the file with a value of a field in place of {@code %s}
     * @param place where the reader finds the object
     */
    record Section(String title, String about, String around, String place, List<Setting> settings) {}

    static List<Section> sections() {
        return List.of(
                new Section("The site", "", "%s", "", site()),
                new Section(
                        "pools",
                        "A list of pools, each a group of equal servers. More servers and new pools are added when the"
                                + " file has changed; pools and servers are not removed. `pools: []` is a site without"
                                + " pools yet; `berth pools detect --add` adds those of a machine.",
                        "pools: [{%s}]",
                        "pools[0].",
                        pool()),
                new Section(
                        "servers",
                        "The servers of a pool, if they have names: `servers: [{name: gpu0, host: dgx, device:"
                                + " GPU-3f2a...}, ...]`. A server is recognised by its name, whatever the order. A new"
                                + " name adds a server; other fields of a known name can change.",
                        "pools: [{servers: [{%s}]}]",
                        "pools[0].servers[0].",
                        server()),
                new Section(
                        "idle",
                        "What is done about idle reservations of a pool: `pools: [{..., idle: {below: 5%, for: PT30M, then:"
                                + " end}}]`. Idle is what `berth guard` and `berth run` have measured without a gap; what they"
                                + " do not know is in use. Memory that is held is no use.",
                        "pools: [{idle: {%s}}]",
                        "pools[0].idle.",
                        idle()),
                new Section(
                        "tariff",
                        "The tariff of a pool: `pools: [{..., tariff: {base: 12}}]`.",
                        "pools: [{tariff: {%s}}]",
                        "pools[0].tariff.",
                        tariff()),
                new Section(
                        "lateness",
                        "What it costs to cancel late, and not to come, as shares of the price: `tariff: {base: 12, lateness:"
                                + " {steps: [{before: P1D, share: 0.1}, {before: PT4H, share: 0.5}], noShow: 0.2}}`. A"
                                + " reservation keeps the terms that it was booked under. Without `lateness` a"
                                + " cancellation costs the `penalty` of the tariff of the day, however late it comes.",
                        "pools: [{tariff: {lateness: {%s}}}]",
                        "pools[0].tariff.lateness.",
                        lateness()),
                new Section(
                        "steps",
                        "From when on a cancellation costs which share. Before the first step it is free.",
                        "pools: [{tariff: {lateness: {steps: [{%s}]}}}]",
                        "pools[0].tariff.lateness.steps[0].",
                        List.of(
                                required("before", "Time before the start from which on the share is due"),
                                required("share", "Share of the price"))),
                new Section(
                        "curves",
                        "Hours at which pools cost more or less, and the carbon dioxide of their power. For each pool the first"
                                + " entry that names it applies. Files are read again every hour, and when this file has"
                                + " changed. Prices that were agreed stay.",
                        "curves: [{%s}]",
                        "curves[0].",
                        curves()),
                new Section(
                        "week",
                        "Factors of the price by hours of the week: `week: [{days: [sat, sun], factor: 0.5}, {from: \"22:00\","
                                + " to: \"06:00\", factor: 0.7}]`. The first rule that holds at a time gives the factor; where"
                                + " none holds it is 1. They follow the clock on the wall, in summer and winter.",
                        "curves: [{week: [{%s}]}]",
                        "curves[0].week[0].",
                        week()),
                new Section(
                        "power",
                        "A price of power; servers cost in proportion to it. The file has a time and a value in each line, in the"
                                + " order of time, such as `2026-11-16T08:00Z,0.25`; each value holds until the next, the"
                                + " last for as long as the one before. Before and after the values of the file the price is the base price. A"
                                + " negative value counts as 0.",
                        "curves: [{power: {%s}}]",
                        "curves[0].power.",
                        List.of(
                                required("file", "CSV file; a path relative to `site.yaml`"),
                                required(
                                        "reference",
                                        "The value at which the base price holds; at twice this value servers cost twice as"
                                                + " much"))),
                new Section(
                        "carbon",
                        "The carbon intensity of the power, in grams of carbon dioxide for a kilowatt-hour. The file is one as"
                                + " for `power`. Before and after its values their mean is counted.",
                        "curves: [{carbon: {%s}}]",
                        "curves[0].carbon.",
                        List.of(
                                required("file", "CSV file; a path relative to `site.yaml`"),
                                required("watts", "Power that a server draws"))),
                new Section(
                        "tls",
                        "The certificate of the service: either `certificate` and `key`, or `keystore` and"
                                + " `passwordFile`. Paths are relative to `site.yaml`. Renewed files are used within"
                                + " seconds.",
                        "tls: {%s}",
                        "tls.",
                        tls()),
                new Section(
                        "slurm",
                        "A Slurm cluster that keeps what is booked: `cluster: {slurm: {partitions: [batch]}}`. Its"
                                + " nodes become pools, and what is booked there becomes reservations of Slurm.",
                        "cluster: {slurm: {%s}}",
                        "cluster.slurm.",
                        slurm()),
                new Section(
                        "openid",
                        "Providers of OpenID Connect by which people sign in on the page: `signIn: {openid: [{name:"
                                + " uni, ...}]}`. Register `ADDRESS/api/v1/sign-in/openid/NAME/callback` with the provider"
                                + " as the address to return to.",
                        "address: https://b\nsignIn: {openid: [{%s}]}",
                        "signIn.openid[0].",
                        openid()),
                new Section(
                        "ldap",
                        "A directory whose people sign in with their passwords there: `signIn: {ldap: {servers:"
                                + " [ldaps://ldap.example.org], ...}}`. Their entry is found by a search (`searchBase`) or"
                                + " by a pattern (`userDn`).",
                        "signIn: {ldap: {%s}}",
                        "signIn.ldap.",
                        ldap()),
                new Section(
                        "parts",
                        "Each part of the servers of a pool is a number by its name: `pools: [{..., parts: {gpu: 8,"
                                + " cores: 96, memory: 384g}}]`. `memory` is a size (`384g`) or a number of MiB. `gpu`,"
                                + " and names that begin with `gpu-`, such as a kind of MIG device (`gpu-1g.10gb: 7`), are"
                                + " numbered devices with one owner each. All other parts are amounts, of which any unit"
                                + " is as good as any other. A part can be described in full: `gpu: {count: 8, shares:"
                                + " 1000, memory: 80g}`. A server has at most 16 parts and 63 devices. Parts of a pool"
                                + " cannot be changed; more servers get the same parts.",
                        "pools: [{parts: {gpu: {%s}}}]",
                        "pools[0].parts.gpu.",
                        parts()),
                new Section("limits", "What one user may take.", "limits: {%s}", "limits.", limits()),
                new Section(
                        "connections",
                        "How many connections there may be, and how long each may keep the service waiting.",
                        "connections: {%s}",
                        "connections.",
                        connections()),
                new Section(
                        "intake",
                        "Requests that are queued and decided together at the end of a round.",
                        "intake: {%s}",
                        "intake.",
                        intake()),
                new Section(
                        "clock", "When the clock of the machine is not believed.", "clock: {%s}", "clock.", clock()),
                new Section(
                        "journal",
                        "How much of the past stays in the journal; older entries move to its archive.",
                        "journal: {%s}",
                        "journal.",
                        journal()),
                new Section(
                        "log",
                        "What the log holds and how it looks. Changes apply on SIGHUP. Several sites of one process"
                                + " share one log: the most detailed `level` counts, and the `format` of the first site by"
                                + " name.",
                        "log: {%s}",
                        "log.",
                        log()),
                new Section(
                        "slots",
                        "How often the slots for workflows are advertised; on demand without it, so that every"
                                + " question is answered by what is free then.",
                        "slots: {%s}",
                        "slots.",
                        List.of(required("every", "Time from one advertisement to the next"))),
                new Section(
                        "asks",
                        "How owners of waiting reservations are asked for a later deadline, at a discount: by"
                                + " operators with `berth ask`, and by the site itself when a booking finds no room.",
                        "asks: {%s}",
                        "asks.",
                        asks()),
                new Section(
                        "waiting",
                        "How jobs that found no room wait for what comes free, with `berth book --wait-until` and `--tell-until`.",
                        "waiting: {%s}",
                        "waiting.",
                        waiting()),
                new Section(
                        "quota",
                        "What users may book who have no quota of their own: `quota: {serverHours: 100, window: P7D}`.",
                        "quota: {%s}",
                        "quota.",
                        quota()),
                new Section(
                        "notices",
                        "How people are told about their reservations.",
                        "notices: {%s}",
                        "notices.",
                        notices()),
                new Section(
                        "mail",
                        "The server that takes mails: `notices: {mail: {server: \"smtp.example.org:587\", from:"
                                + " berth@example.org}}`.",
                        "notices: {mail: {%s}}",
                        "notices.mail.",
                        mail()));
    }

    private static List<Setting> site() {
        return List.of(
                required("name", "Name of the site, shown on the page and in calendars"),
                optional("listen", "127.0.0.1:" + SiteSettings.PORT, "Address and port of the service"),
                absent(
                        "tls",
                        "no TLS",
                        "[Certificate](#tls); required to listen where others can reach the service, unless"
                                + " `allowPublic`"),
                optional(
                        "allowPublic",
                        false,
                        "Listen where others can reach the service although it has no `tls`, because a proxy in front"
                                + " of it does"),
                absent(
                        "trustedProxies",
                        "none",
                        "Addresses of proxies, which are believed when they name the address of a client"),
                absent(
                        "address",
                        "not known",
                        "Where people find the service, such as `https://berth.example.org`; needed for sign-in by"
                                + " OpenID Connect and for links in messages"),
                absent("pools", "none", "[Pools](#pools) that are added if the site does not have them"),
                absent(
                        "licences",
                        "none",
                        "Licences that jobs can take while they run, counted for the whole site: `{matlab: 20}`. Fewer"
                                + " than are promised are refused"),
                optional(
                        "policy",
                        Calendars.DEFAULT,
                        "How jobs of a new site are placed; `berth policy set` changes it later"),
                optional(
                        "admission",
                        Admissions.OF_NEW_SITES,
                        "What may be moved to make room for a job at a new site; `berth policy set` changes it later"),
                optional(
                        "visibility",
                        Names.of(Visibility.NAMES),
                        "What users see of each other's reservations: owners and names, or only that servers are busy"),
                absent(
                        "unixUsers",
                        "the same names",
                        "Unix users of accounts on the hosts of the site, such as `{ana: amiller}`, for `berth guard`"
                                + " and the cluster"),
                absent("cluster", "none", "The [Slurm cluster](#slurm) that keeps what is booked: `{slurm: {...}}`"),
                absent(
                        "signIn",
                        "by tokens",
                        "Others who say who somebody is: `openid`, a list of [providers](#openid) of OpenID Connect,"
                                + " and `ldap`, a [directory](#ldap)"),
                absent("limits", "as below", "[Limits](#limits)"),
                absent("connections", "as below", "[Connections](#connections)"),
                absent("intake", "nothing is queued", "[Queued requests](#intake)"),
                absent("clock", "as below", "[Clock](#clock)"),
                absent("journal", "as below", "[Journal](#journal)"),
                absent("log", "as below", "[Log](#log)"),
                absent("notices", "as below", "[Notices](#notices)"),
                absent("slots", "on demand", "[Slots](#slots) for whole workflows"),
                absent("asks", "only operators ask", "[Asks](#asks) for flexibility"),
                absent("waiting", "as below", "[Waiting list](#waiting)"),
                absent("curves", "the same price at all hours", "[Prices by the hour](#curves), and carbon dioxide"),
                absent("quota", "no quota", "[Default quota](#quota) of users who have none of their own"));
    }

    private static List<Setting> waiting() {
        WaitlistSettings usual = WaitlistSettings.DEFAULT;
        return List.of(
                optional(
                        "hold",
                        Duration.ofMillis(usual.hold()),
                        "How long what came free is held for those who want to be told"),
                optional(
                        "decline",
                        Duration.ofMillis(usual.decline()),
                        "How long what was booked from the list may be declined free of charge; at the latest until the start"),
                optional(
                        "perUser",
                        usual.perUser(),
                        "How many jobs of one account may wait at a time, with those that were served and may still be declined; 0: no waiting list"));
    }

    private static List<Setting> asks() {
        AskSettings usual = AskSettings.DEFAULT;
        return List.of(
                optional(
                        "automatic", usual.automatic(), "Whether the site asks by itself when a booking finds no room"),
                optional(
                        "discount",
                        "0.2",
                        "Share of the price that is offered; at least what the tariff gives for the same flexibility"),
                optional(
                        "later",
                        Duration.ofMillis(usual.later()),
                        "By how much a deadline may be asked to be later by the site"),
                optional(
                        "expiry",
                        Duration.ofMillis(usual.expiry()),
                        "How long an ask is open; at the latest until the start"),
                optional("perDay", usual.perDay(), "How often an account is asked within a day, at most"),
                optional(
                        "owners",
                        usual.owners(),
                        "How many owners are asked for room for one job, at most; one is enough"),
                optional(
                        "hold",
                        Duration.ofMillis(usual.hold()),
                        "How long the job is held once an owner has accepted"));
    }

    private static List<Setting> mail() {
        return List.of(
                required("server", "Host and port of the SMTP server"),
                optional(
                        "tls",
                        Names.of(MailSettings.Security.STARTTLS),
                        "How the connection is protected; it fails without"),
                absent("user", "no sign-in", "Account at the server"),
                absent("passwordFile", "no password", "File with its password, relative to `site.yaml`"),
                required("from", "Address of the sender"));
    }

    private static List<Setting> quota() {
        return List.of(
                required("serverHours", "Server-hours that may be booked"),
                required("window", "In any time of this length; at most 400 days"));
    }

    private static List<Setting> notices() {
        return List.of(
                absent("mail", "no mails", "[Mail](#mail)"),
                optional(
                        "privateNetworks",
                        NoticeSettings.DEFAULT.privateNetworks(),
                        "Allow webhooks to addresses in private networks, and without TLS; every user can then make"
                                + " the service post to addresses that only the service can reach"));
    }

    private static List<Setting> pool() {
        return List.of(
                required("name", "Name of the pool"),
                required("servers", "Number of servers, or the [servers](#servers) themselves"),
                required("rate", "Speed of its servers compared with the fastest, which is 1"),
                optional("unit", Unit.SERVER.name(), "What people call one of its servers, such as `gpu` or `node`"),
                absent("attributes", "none", "Names and values that a job can require, such as `{gpu: h100}`"),
                absent(
                        "parts",
                        "booked as a whole",
                        "[Parts](#parts) of each server, such as `{gpu: 8, cores: 96, memory: 384g}`: its servers are"
                                + " then hosts, of which several jobs can have parts"),
                absent("tariff", "free of charge", "[Prices](#tariff)"),
                absent(
                        "noShow",
                        "never",
                        "Time after which a reservation ends whose owner has not come, as seen by `berth guard`; not"
                                + " while a command of `berth run` runs there. Who has used it and pauses is warned after"
                                + " this time, and has the same time again"),
                absent("idle", "measured only", "[What is done](#idle) about reservations that are idle"),
                optional(
                        "silence",
                        SilenceLimits.DEFAULT,
                        "How long `berth run` may be unheard before its servers are given back; `never` for not at"
                                + " all"));
    }

    private static List<Setting> idle() {
        return List.of(
                optional(
                        "below",
                        "5%",
                        "Use of what is booked below which a reservation is idle: of its busiest card, and of its cores"),
                required("for", "How long it has to be idle, from the start or after it was used; from PT5M to P7D"),
                required(
                        "then",
                        "`warn`: its owner is told. `shrink`: its owner is told after half of that time, and servers, or"
                                + " cards of hosts with parts, that stay idle are given back. `end`: the same, and the reservation ends when all of it is idle"),
                absent(
                        "keep",
                        "four times `for`",
                        "How long `berth keep` keeps a reservation although it is idle; at most P7D"));
    }

    private static List<Setting> parts() {
        return List.of(
                required("count", "How many of it each server has"),
                absent(
                        "devices",
                        "`true` for `gpu` and `gpu-...`",
                        "Whether they are numbered devices with one owner each"),
                absent(
                        "shares",
                        "none",
                        "`1000`, if jobs can take shares of a device; they are counted in thousandths"),
                absent("memory", "unknown", "Memory of each device, for jobs that ask for a share by its memory"));
    }

    private static List<Setting> server() {
        return List.of(
                required("name", "Name of the server, unique in its pool; commands find it in `BERTH_SERVERS`"),
                absent("host", "unknown", "Machine of the server; commands find it in `BERTH_HOSTS`"),
                absent(
                        "device",
                        "none",
                        "Device of that machine; commands find the UUIDs of GPUs (`nvidia-smi -L`) in"
                                + " `CUDA_VISIBLE_DEVICES`"));
    }

    private static List<Setting> tariff() {
        return List.of(
                required("base", "Price of an hour of a server of rate 1; a slower one costs less in proportion"),
                optional("flexibility", 0, "Discount for full flexibility: a window of twice the duration or more"),
                optional("lead", 0, "Discount for booking `fullLead` or longer ahead"),
                absent("fullLead", "required with `lead`", "Lead time that earns the whole discount of `lead`"),
                optional("surcharge", 0, "Surcharge when the pool would be used to the full"),
                optional(
                        "penalty",
                        0,
                        "Share of the price that is due when a reservation, or all its flexibility, is given up"),
                optional(
                        "incentive",
                        0,
                        "Share of the price that is granted when a reservation becomes fully flexible; at most"
                                + " `penalty`"),
                absent(
                        "lateness",
                        "a cancellation costs `penalty`",
                        "[Fees for lateness](#lateness): what a late cancellation costs, and not to come"),
                absent(
                        "weights",
                        "dominant share",
                        "What the parts of a server are worth in relation to each other, such as `{gpu: 10, cores:"
                                + " 1}`: a job pays the weighted mean of the shares that it takes of each part. Without"
                                + " weights it pays the largest of these shares. A whole server costs the same either"
                                + " way"));
    }

    private static List<Setting> lateness() {
        return List.of(
                absent(
                        "steps",
                        "none",
                        "[When a cancellation costs how much](#steps), from the longest time before the start on"),
                optional("linear", false, "The share rises evenly from each step to the next"),
                optional("noShow", 0, "Share of the price that is due in addition to it if nobody comes"));
    }

    private static List<Setting> curves() {
        return List.of(
                absent("pools", "all pools", "Names of pools"),
                absent("zone", "that of the machine", "Time zone of the hours, and of times without an offset"),
                absent("week", "the same price at all hours", "[Hours of the week](#week)"),
                absent("power", "none", "[Price of power](#power)"),
                absent("carbon", "unknown", "[Carbon intensity](#carbon)"));
    }

    private static List<Setting> week() {
        return List.of(
                absent("days", "every day", "Days on which the hours begin: mon, tue, wed, thu, fri, sat, sun"),
                optional("from", "00:00", "When the hours begin"),
                optional("to", "00:00", "When they end; if that is not after `from`, on the next day"),
                required("factor", "Factor of the price"));
    }

    private static List<Setting> tls() {
        return List.of(
                required("certificate", "PEM file with the certificate and those that it needs"),
                required("key", "PEM file with the private key"),
                required("keystore", "PKCS#12 file with the certificate and its key, under any alias"),
                required("passwordFile", "File with the password of the keystore"));
    }

    private static List<Setting> openid() {
        return List.of(
                required("name", "Name of the provider, on the button of the page and in the address to return to"),
                required("issuer", "Address of the provider, exactly as it names itself"),
                required("clientId", "Name of this site at the provider"),
                absent(
                        "clientSecretFile",
                        "a public client",
                        "File with the secret of this site at the provider, readable by its owner only"),
                absent("scopes", "`[profile, email]`", "Scopes that are asked for beside `openid`"),
                optional("accountClaim", OpenIdSettings.ACCOUNT, "Claim whose value becomes the name of the account"),
                optional("groupsClaim", OpenIdSettings.GROUPS, "Claim with the groups of the person"),
                absent(
                        "roles",
                        "none",
                        "Roles by group, such as `{hpc-admins: administrator, staff: user}`; the highest counts"),
                optional("otherwise", "refused", "Role of people in none of these groups"));
    }

    private static List<Setting> ldap() {
        return List.of(
                required("servers", "Addresses of the directory; the next one is asked if one does not answer"),
                optional("startTls", false, "Encrypt connections to `ldap://` addresses before anything is sent"),
                optional(
                        "unencrypted",
                        false,
                        "Send passwords to `ldap://` addresses of other machines without encryption; only where the"
                                + " network does it"),
                absent(
                        "certificate",
                        "those that Java trusts",
                        "PEM file with the certificate of the authority that signs those of the servers"),
                absent("searchBase", "no search", "Name of the entry below which people are searched"),
                absent("searchFilter", "all entries", "Filter that people match, such as `(objectClass=person)`"),
                absent("bindDn", "anonymous", "Name of the entry that searches"),
                absent("bindPasswordFile", "none", "File with its password, readable by its owner only"),
                absent(
                        "userDn",
                        "people are searched",
                        "Pattern of the names of people, such as `uid={name},ou=people,dc=example,dc=org`"),
                optional(
                        "accountAttribute",
                        LdapSettings.ACCOUNT,
                        "Attribute that people sign in with; it names the account"),
                optional(
                        "idAttribute",
                        LdapSettings.ID,
                        "Attribute that stays the same when a person is renamed; in Active Directory `objectGUID`"),
                absent("groupBase", "people name their groups", "Name of the entry below which groups are searched"),
                absent(
                        "groupAttribute",
                        "`memberOf`, with `groupBase` `member`",
                        "Attribute of people with their groups or, with `groupBase`, of groups with their members;"
                                + " `memberUid` holds names of accounts, all others names of entries"),
                absent(
                        "roles",
                        "none",
                        "Roles by group, such as `{hpc-admins: administrator, staff: user}`; a group is named in full"
                                + " or by the first part of its name; the highest role counts. `operator` and"
                                + " `administrator` need the full name (`\"cn=hpc-admins,ou=groups,dc=example,dc=org\":"
                                + " administrator`), unless the group is directly below `groupBase`"),
                optional("otherwise", "refused", "Role of people in none of these groups"),
                optional("timeout", LdapSettings.TIMEOUT, "Longest time for a sign-in to wait for the directory"));
    }

    private static List<Setting> slurm() {
        return List.of(
                required("partitions", "Partitions whose nodes can be booked; a node in several belongs to the first"),
                optional(
                        "mode",
                        Names.of(ClusterSettings.Mode.KEEP),
                        "Whether the service makes reservations in Slurm, or only looks and says what it would do"),
                optional(
                        "lead",
                        SlurmSettings.LEAD,
                        "How long before its start a reservation gets its nodes; on nodes that others use as well, at"
                                + " least the longest job"),
                absent(
                        "rates",
                        "all as `rate`",
                        "Speeds of nodes by feature, such as `{gpu: 1, bigmem: 0.5}`; the first that a node has"
                                + " counts"),
                optional("rate", 1, "Speed of nodes without such a feature"),
                optional("patience", SlurmSettings.PATIENCE, "How long a node must be down, or back, to be believed"),
                optional(
                        "brake",
                        SlurmSettings.BRAKE,
                        "How long nodes that fail together, or right after Slurm was silent, must be down before"
                                + " reservations are moved"),
                absent(
                        "idle",
                        "never",
                        "Time after which a reservation ends in which no job runs or waits; its owner is warned after"
                                + " half of it, if there was a job"),
                absent(
                        "endOnTime",
                        "`true` where a price or quota applies to the reservation, else `false`",
                        "End reservations as booked, instead of extending one whose job takes longer while its nodes"
                                + " are free"),
                optional(
                        "checkUsers",
                        true,
                        "Refuse bookings for accounts whose Unix user the machine of the service does not know;"
                                + " `false` for a service on a machine without the users of the cluster"),
                optional(
                        "parts",
                        false,
                        "Book cards and cores of nodes instead of whole nodes, where Slurm can reserve them; see"
                                + " [parts of nodes](../slurm.md#parts-of-nodes)"),
                absent(
                        "licences",
                        "none",
                        "Names of Slurm's licences that are licences of the site, such as `[matlab]`; see"
                                + " [licences](../slurm.md#licences)"),
                absent("config", "that of the machine", "Path of the `slurm.conf` to go by"));
    }

    private static List<Setting> limits() {
        RequestLimits usual = RequestLimits.DEFAULT;
        RequestLimits.Shares shares = usual.shares();
        return List.of(
                optional(
                        "requestsPerSecond",
                        usual.requestsPerSecond(),
                        "Requests of a user in a second, with all tokens together"),
                optional(
                        "strangersPerSecond",
                        usual.strangersPerSecond(),
                        "Failed attempts to sign in in a second, for each address and for each account"),
                optional("bodyBytes", usual.bodyBytes(), "Largest body of a request"),
                optional("longestHold", usual.longestHold(), "Longest time for which an offer can be held"),
                optional("tokensPerUser", shares.tokensPerUser(), "Tokens of a user"),
                optional("offersPerUser", shares.offersPerUser(), "Offers of a user that can still be booked"),
                optional(
                        "streamsPerUser", shares.streamsPerUser(), "Event streams of a user; each open page holds one"),
                optional("streams", shares.streams(), "Event streams of all users together"));
    }

    private static List<Setting> connections() {
        ConnectionLimits usual = ConnectionLimits.DEFAULT;
        return List.of(
                optional(
                        "most",
                        usual.most(),
                        "Connections in all; fewer if the process may not have as many files open"),
                optional(
                        "perAddress",
                        usual.perAddress(),
                        "Connections from one address; it does not count for `trustedProxies`"),
                optional(
                        "firstRequest",
                        usual.firstRequest(),
                        "Time from connecting until the first request has arrived, without its body"),
                optional("idle", usual.idle(), "Time from one request to the next"),
                optional("stalled", usual.stalled(), "Time for which nothing of a body or an answer gets through"));
    }

    private static List<Setting> intake() {
        return List.of(
                required("round", "Length of a round"),
                optional(
                        "significantDifference",
                        Rules.DEFAULT.significantDifference(),
                        "Users whose priorities differ by more compete as unequal"),
                optional(
                        "most",
                        Rules.DEFAULT.most(),
                        "Jobs that the higher of two unequal users may have decided first"),
                optional("sorting", Sorting.SHORTEST.name().toLowerCase(Locale.ROOT), "Order of the jobs of a user"),
                optional(
                        "patience",
                        Excess.Defer.DEFAULT_PATIENCE,
                        "How many times a job can be deferred before it is decided"),
                optional(
                        "discard",
                        false,
                        "Reject jobs that exceed `most` instead of deferring them; not with `patience`"),
                optional(
                        "priorities",
                        Names.of(PriorityRule.USUAL.source()),
                        "Where the priority of an account comes from: `assigned` by administrators, or `computed` from"
                                + " its paying capacity and rank; an account without both keeps the assigned one"),
                optional("priority", PriorityRule.USUAL.usual().level(), "Priority of accounts without one"));
    }

    private static List<Setting> clock() {
        return List.of(
                optional(
                        "tolerance",
                        ClockLimits.DEFAULT.tolerance(),
                        "How far the clock may be from the time that has elapsed"),
                optional(
                        "longestAbsence",
                        ClockLimits.DEFAULT.longestAbsence(),
                        "How long the service may have been stopped, by its clock"));
    }

    private static List<Setting> journal() {
        Keeping usual = Keeping.DEFAULT;
        return List.of(
                optional("retention", usual.retention(), "How long entries stay in the journal"),
                optional(
                        "megabytes",
                        usual.bytes() >> 20,
                        "Size of the journal above which the oldest entries move earlier"));
    }

    private static List<Setting> log() {
        LogSettings usual = LogSettings.DEFAULT;
        return List.of(
                optional("format", Names.of(usual.format()), "Lines for people or lines of JSON"),
                optional(
                        "level",
                        LogSettings.name(usual.level()),
                        "The least important records; `debug` adds every booking and where in the program an error"
                                + " arose"),
                optional("access", usual.access() ? "on" : "off", "A record for every request"));
    }

    /** The page of the guide. */
    public static String markdown() {
        StringBuilder page = new StringBuilder(HEAD);
        for (Section section : sections()) {
            page.append("\n## ").append(section.title()).append("\n\n");
            if (!section.about().isEmpty()) {
                page.append(section.about()).append("\n\n");
            }
            page.append("| field | value | default | meaning |\n|---|---|---|---|\n");
            for (Setting setting : section.settings()) {
                page.append("| `%s` | %s | %s | %s |\n"
                        .formatted(setting.name(), value(section, setting), setting.byDefault(), setting.meaning()));
            }
        }
        return page.toString();
    }

    /** Rule that the reader gives for a wrong value, without the words that make it a sentence. */
    private static String value(Section section, Setting setting) {
        return WRONG.stream()
                .flatMap(wrong -> faults(section, setting.name() + ": " + wrong))
                .filter(fault -> fault.field().equals(section.place() + setting.name()))
                .map(Fault::rule)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(section.place() + setting.name() + " may be anything"))
                .replaceFirst("^(it is|must be) (an? )?", "")
                .replaceFirst("^use ", "")
                .replace("\"", "");
    }

    private static Stream<Fault> faults(Section section, String content) {
        String name = content.startsWith("name:") && section.place().isEmpty() ? "" : "name: any\n";
        try {
            SiteFile.parse(name + section.around().formatted(content), null);
            return Stream.of();
        } catch (Invalid e) {
            return e.faults().stream();
        }
    }
}
