package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plain words and what they mean: on Monday 16 November 2026, 09:20 in Zurich, unless a test says otherwise. */
class BookingWordsTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:20:00Z");

    private static final List<SitePool> POOLS = List.of(
            new SitePool("gpu", 8, new Unit("gpu")),
            new SitePool("fast", 4, Unit.SERVER),
            new SitePool("cpu", 2, new Unit("box")),
            new SitePool("big memory", 3, Unit.SERVER));

    private static Moments at(String now) {
        return new Moments(Clock.fixed(Instant.parse(now), ZoneOffset.UTC), ZoneId.of("Europe/Zurich"));
    }

    private static Understood read(String words) {
        return BookingWords.read(words, at(NOW.toString()), POOLS);
    }

    /** The fields that were said, in the order of the record. */
    private static String fields(SpokenJob job) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", job.name());
        fields.put("servers", job.servers());
        fields.put("mostServers", job.mostServers());
        fields.put("table", job.table().isEmpty() ? null : ServerTable.text(job.table()));
        fields.put("work", job.work());
        fields.put("stay", job.stay());
        fields.put("ready", job.ready());
        fields.put("deadline", job.deadline());
        fields.put("pool", job.pool());
        fields.put("unit", job.unit());
        fields.put("host", job.host());
        fields.put("spread", job.isSpread() ? true : null);
        fields.put("attributes", job.attributes().isEmpty() ? null : new TreeMap<>(job.attributes()));
        fields.put("budget", job.budget());
        fields.put("starts", job.starts());
        fields.put("notice", job.notice());
        fields.put("rule", job.rule());
        return fields.entrySet().stream()
                .filter(field -> field.getValue() != null)
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            2 servers for 8 hours | servers=2 stay=PT8H
            4 gpus tonight for 8 hours | servers=4 stay=PT8H ready=2026-11-16T19:00:00Z deadline=2026-11-17T03:00:00Z pool=gpu
            a gpu now for 3h | servers=1 stay=PT3H pool=gpu
            the whole gpu pool next Monday 9 to 17 | servers=8 stay=PT8H ready=2026-11-23T08:00:00Z deadline=2026-11-23T16:00:00Z pool=gpu
            two servers tomorrow 9am to 5pm | servers=2 stay=PT8H ready=2026-11-17T08:00:00Z deadline=2026-11-17T16:00:00Z
            8 gpus from Friday 18:00 to Monday 08:00 | servers=8 stay=PT62H ready=2026-11-20T17:00:00Z deadline=2026-11-23T07:00:00Z pool=gpu
            one cpu box in 2h for 90 minutes | servers=1 stay=PT1H30M ready=2026-11-16T10:20:00Z deadline=2026-11-16T11:50:00Z pool=cpu
            3 hours of work on 2 servers by tomorrow noon | servers=2 work=PT3H deadline=2026-11-17T11:00:00Z
            2:4h, 4:2h30m by tomorrow noon | table=2:4h,4:2h30m deadline=2026-11-17T11:00:00Z
            2:4h or 4:2h30m on gpu by tomorrow noon | table=2:4h,4:2h30m deadline=2026-11-17T11:00:00Z pool=gpu
            by tomorrow noon, 8:30m,1:3h | table=1:3h,8:30m deadline=2026-11-17T11:00:00Z
            20 server hours by Friday | servers=1 mostServers=8 work=PT20H deadline=2026-11-19T23:00:00Z
            on fast, 4 servers for half an hour | servers=4 stay=PT30M pool=fast
            every Monday 9 to 17, 2 servers | servers=2 stay=PT8H ready=2026-11-23T08:00:00Z deadline=2026-11-23T16:00:00Z rule=FREQ=WEEKLY;BYDAY=MO;COUNT=10
            2 gpus tonight for 2 hours called .secret | name=.secret servers=2 stay=PT2H ready=2026-11-16T19:00:00Z deadline=2026-11-16T21:00:00Z pool=gpu
            4 servers, 2 hours of work, ready now, done by tomorrow 9:00, at most 40 | servers=4 work=PT2H deadline=2026-11-17T08:00:00Z budget=40
            one server, for 90 minutes, by 14:00 | servers=1 stay=PT1H30M deadline=2026-11-16T13:00:00Z
            2 to 8 servers, 10 hours of work, within 2 days | servers=2 mostServers=8 work=PT10H deadline=2026-11-18T08:20:00Z
            1h30, by 8:00 | work=PT1H30M deadline=2026-11-17T07:00:00Z
            3 nodes, half an hour, not before friday 17:30, before 2026-11-23 08:00 | servers=3 work=PT30M ready=2026-11-20T16:30:00Z deadline=2026-11-23T07:00:00Z
            work of 1 day and 6 hours, due monday noon, budget 12.50 | work=PT30H deadline=2026-11-16T11:00:00Z budget=12.50
            from in 30 minutes, 45 min, until midnight | work=PT45M ready=2026-11-16T08:50:00Z deadline=2026-11-16T23:00:00Z
            every tuesday and thursday, 6 times, for 1 hour, from 5pm | stay=PT1H ready=2026-11-17T16:00:00Z deadline=2026-11-17T17:00:00Z rule=FREQ=WEEKLY;BYDAY=TU,TH;COUNT=6
            every weekday, for 1 hour | stay=PT1H rule=FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10
            book me 4 gpus please tomorrow from 22:00 to 06:00 | servers=4 stay=PT8H ready=2026-11-17T21:00:00Z deadline=2026-11-18T05:00:00Z pool=gpu
            all gpus tomorrow for 2 hours | servers=8 stay=PT2H ready=2026-11-16T23:00:00Z deadline=2026-11-17T23:00:00Z pool=gpu
            2 servers until 18:00 | servers=2 stay=PT8H39M50S deadline=2026-11-16T17:00:00Z
            a gpu from now until 18:00 | servers=1 stay=PT8H39M50S deadline=2026-11-16T17:00:00Z pool=gpu
            8 gpu-hours by tomorrow noon | servers=1 mostServers=8 work=PT8H deadline=2026-11-17T11:00:00Z pool=gpu
            20 gpu hours on 4 gpus by friday 17:00 | servers=4 work=PT5H deadline=2026-11-20T16:00:00Z pool=gpu
            4 gpus by friday 17:00 for 8 hours | servers=4 stay=PT8H deadline=2026-11-20T16:00:00Z pool=gpu
            4 gpus on 4 April 9:00 for 8h | servers=4 stay=PT8H ready=2027-04-04T07:00:00Z deadline=2027-04-04T15:00:00Z pool=gpu
            2 servers 10pm-6am | servers=2 stay=PT8H ready=2026-11-16T21:00:00Z deadline=2026-11-17T05:00:00Z
            2 servers monday 9-17 | servers=2 stay=PT8H ready=2026-11-23T08:00:00Z deadline=2026-11-23T16:00:00Z
            up to 4 gpus, 20 hours of work by friday | servers=1 mostServers=4 work=PT20H deadline=2026-11-19T23:00:00Z pool=gpu
            4 gpus tomorrow between 9 and 17 | servers=4 stay=PT8H ready=2026-11-17T08:00:00Z deadline=2026-11-17T16:00:00Z pool=gpu
            a gpu for an hour and a half tomorrow at 9 | servers=1 stay=PT1H30M ready=2026-11-17T08:00:00Z deadline=2026-11-17T09:30:00Z pool=gpu
            2 gpus at 9 tomorrow for 2h | servers=2 stay=PT2H ready=2026-11-17T08:00:00Z deadline=2026-11-17T10:00:00Z pool=gpu
            4 gpus 2 hours from now for 3 hours | servers=4 stay=PT3H ready=2026-11-16T10:20:00Z deadline=2026-11-16T13:20:00Z pool=gpu
            4 gpus tonight 10pm to 6am | servers=4 stay=PT8H ready=2026-11-16T21:00:00Z deadline=2026-11-17T05:00:00Z pool=gpu
            12 servers, 4 hours of work, done by tomorrow 9:00 | servers=12 work=PT4H deadline=2026-11-17T08:00:00Z
            the gpu pool tomorrow 9:00 for 2h | stay=PT2H ready=2026-11-17T08:00:00Z deadline=2026-11-17T10:00:00Z pool=gpu
            2 servers 9 to 17 tomorrow | servers=2 stay=PT8H ready=2026-11-17T08:00:00Z deadline=2026-11-17T16:00:00Z
            2 servers for tomorrow 9:00 to 17:00 | servers=2 stay=PT8H ready=2026-11-17T08:00:00Z deadline=2026-11-17T16:00:00Z
            2 fast servers tonight for 1 day | servers=2 stay=PT24H ready=2026-11-16T19:00:00Z deadline=2026-11-17T19:00:00Z pool=fast
            2 servers from 2026-11-20 09:00 to 2026-11-20 17:00 | servers=2 stay=PT8H ready=2026-11-20T08:00:00Z deadline=2026-11-20T16:00:00Z
            2 servers from 20 November 18:00 for 2h | servers=2 stay=PT2H ready=2026-11-20T17:00:00Z deadline=2026-11-20T19:00:00Z
            4 gpus on friday for 8h | servers=4 stay=PT8H ready=2026-11-19T23:00:00Z deadline=2026-11-20T23:00:00Z pool=gpu
            4 gpus daily 9:00 to 11:00, 5 times | servers=4 stay=PT2H ready=2026-11-17T08:00:00Z deadline=2026-11-17T10:00:00Z pool=gpu rule=FREQ=DAILY;COUNT=5
            2 servers 22:00 to 24:00 | servers=2 stay=PT2H ready=2026-11-16T21:00:00Z deadline=2026-11-16T23:00:00Z
            3 servers tomorrow 9:00 to tomorrow 12:00 | servers=3 stay=PT3H ready=2026-11-17T08:00:00Z deadline=2026-11-17T11:00:00Z
            2 gpus saturday 02:30 for 2h | servers=2 stay=PT2H ready=2026-11-21T01:30:00Z deadline=2026-11-21T03:30:00Z pool=gpu
            1 server by 18:00, ready tomorrow 9:00, 2 hours of work | servers=1 work=PT2H ready=2026-11-17T08:00:00Z deadline=2026-11-17T17:00:00Z
            one server for 30 minutes | servers=1 stay=PT30M
            A GPU for 2 Hours | servers=1 stay=PT2H pool=gpu
            4 gpu for 3 days | servers=4 stay=PT72H pool=gpu
            4 machines for 1 week on fast | servers=4 stay=PT168H pool=fast
            I need two boxes tomorrow 10:00 for 45 min | servers=2 stay=PT45M ready=2026-11-17T09:00:00Z deadline=2026-11-17T09:45:00Z pool=cpu
            please reserve 3 servers of pool big memory on friday from 13:00 until 15:30 | servers=3 stay=PT2H30M ready=2026-11-20T12:00:00Z deadline=2026-11-20T14:30:00Z pool=big memory
            3 big memory servers tonight for 10h | servers=3 stay=PT10H ready=2026-11-16T19:00:00Z deadline=2026-11-17T05:00:00Z pool=big memory
            2 servers in half an hour for 15 minutes | servers=2 stay=PT15M ready=2026-11-16T08:50:00Z deadline=2026-11-16T09:05:00Z
            2 servers at noon for 2 hours | servers=2 stay=PT2H ready=2026-11-16T11:00:00Z deadline=2026-11-16T13:00:00Z
            2 servers tonight until tomorrow 6:00 | servers=2 stay=PT10H ready=2026-11-16T19:00:00Z deadline=2026-11-17T05:00:00Z
            the entire pool cpu tomorrow 14:00 - 16:00 | servers=2 stay=PT2H ready=2026-11-17T13:00:00Z deadline=2026-11-17T15:00:00Z pool=cpu
            all of fast 2026-12-24 for 1 day | servers=4 stay=PT24H ready=2026-12-23T23:00:00Z deadline=2026-12-24T23:00:00Z pool=fast
            1 gpu 22:00 for PT2H30M | servers=1 stay=PT2H30M ready=2026-11-16T21:00:00Z deadline=2026-11-16T23:30:00Z pool=gpu
            4 gpus for two and a half hours | servers=4 stay=PT2H30M pool=gpu
            4 gpus, 1.5 hours of work each, by 17:00 | servers=4 work=PT1H30M deadline=2026-11-16T16:00:00Z pool=gpu
            100 node hours on fast by sunday | servers=1 mostServers=4 work=PT100H deadline=2026-11-21T23:00:00Z pool=fast
            2 servers 10 hours of work by friday 8:00 for at most 99.50 euros | servers=2 work=PT10H deadline=2026-11-20T07:00:00Z budget=99.50
            1 server, 3h work, ready tomorrow, due wednesday | servers=1 work=PT3H ready=2026-11-16T23:00:00Z deadline=2026-11-17T23:00:00Z
            2 gpus gpu=h100 memory=512g for 4h | servers=2 stay=PT4H pool=gpu attributes={gpu=h100, memory=512g}
            1 gpu for 2h named "Night run for two" | name=Night run for two servers=1 stay=PT2H pool=gpu
            1 server for 2h by friday, start as soon as possible, 30 minutes' notice | servers=1 stay=PT2H deadline=2026-11-19T23:00:00Z starts=when-free notice=PT30M
            2 servers every day from 7:00 to 8:00, 5 times | servers=2 stay=PT1H ready=2026-11-17T06:00:00Z deadline=2026-11-17T07:00:00Z rule=FREQ=DAILY;COUNT=5
            a server each friday 15:00 for 2 hours, three times | servers=1 stay=PT2H ready=2026-11-20T14:00:00Z deadline=2026-11-20T16:00:00Z rule=FREQ=WEEKLY;BYDAY=FR;COUNT=3
            weekly tuesday 9am to 11am, 2 servers, 4 times | servers=2 stay=PT2H ready=2026-11-17T08:00:00Z deadline=2026-11-17T10:00:00Z rule=FREQ=WEEKLY;COUNT=4
            every monday, wednesday and friday 9 to 11 | stay=PT2H ready=2026-11-18T08:00:00Z deadline=2026-11-18T10:00:00Z rule=FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=10
            2 servers for 1h starting tomorrow 9:00 | servers=2 stay=PT1H ready=2026-11-17T08:00:00Z deadline=2026-11-17T09:00:00Z
            2 servers beginning 20 Dec 9:00 for 1h | servers=2 stay=PT1H ready=2026-12-20T08:00:00Z deadline=2026-12-20T09:00:00Z
            1 server now until tomorrow 9:00 | servers=1 stay=PT23H39M50S deadline=2026-11-17T08:00:00Z
            2 servers for 8 hours not before 18:00 | servers=2 stay=PT8H ready=2026-11-16T17:00:00Z deadline=2026-11-17T01:00:00Z
            """)
    void understood(String words, String expected) {
        Understood understood = read(words);
        assertThat(understood.unclear()).isEmpty();
        assertThat(understood.missing()).isEmpty();
        assertThat(fields(understood.job())).isEqualTo(expected);
    }

    /** Words that are not understood are named, with their place and what to type instead. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            2h, some notice | "some notice" (word 2). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            4 servers, a few hours, by some day | "a few hours" (word 3). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours". / "by some day" (word 6). Cannot read "some day" as a time; try "22:00", "tomorrow 9:00" or "2026-11-16 09:00".
            0 servers, by 25:00, done by 2026-02-30 | "0 servers" (word 1). Ask for at least 1 server. / "by 25:00" (word 3). Cannot read "25:00" as a time; try "22:00", "tomorrow 9:00" or "2026-11-16 09:00". / "done by 2026-02-30" (word 5). Cannot read "2026-02-30" as a time; try "22:00", "tomorrow 9:00" or "2026-11-16 09:00".
            4 gpus for 8h on 03/04 | "on 03/04" (word 5). The date "03/04" is ambiguous; write year-month-day, such as 2026-11-16.
            4 gpus on 3.4.2026 for 8h | "on 3.4.2026" (word 3). The date "3.4.2026" is ambiguous; write year-month-day, such as 2026-11-16.
            4 gpus 4 avril for 8h | "4 avril" (word 3). Dates are read in English or as numbers; write 2027-04-04.
            2 servers tomorrow 9 to 5 | "tomorrow 9 to 5" (word 3). It ends before it starts; write 9am to 5pm, or 09:00 to 05:00 for the next morning.
            2 servers tomorrow 2 to 5pm | "tomorrow 2 to 5pm" (word 3). Say am or pm twice, such as "9am to 5pm", or never, such as "9:00 to 17:00".
            4 widgets for 2h | "4 widgets" (word 1). This site has no "widgets"; say "4 boxes" or "4 gpus" or "4 servers".
            2 servers on nowhere for 2h | "on nowhere" (word 3). This site has no such pool; its pools: big memory, cpu, fast, gpu.
            2 servers 3 servers for 2h | "3 servers" (word 3). How many was said before; say it once.
            2 servers for 2h for 3h | "for 3h" (word 5). How long was said before; say it once.
            2 servers today 8:00 for 2h | "today 8:00" (word 3). That is in the past: it is 2026-11-16 09:20 now. Say "now" or a later time.
            4 gpus on fast for 2h | "4 gpus" (word 1). Pool fast has servers; say "4 servers".
            2 servers quickly for 2h | "quickly" (word 3). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            2 servers for ages | "for ages" (word 3). Cannot read "ages" as a duration; try "90 minutes", "2h30m" or "1 day".
            2 servers for 2 to 3 hours | "for 2 to 3 hours" (word 3). Say one duration, such as "for 2 hours".
            2 servers from tomorrow 9:00 to tomorrow 8:00 | "to tomorrow 8:00" (word 6). The end, 2026-11-17 08:00, is not after the start, 2026-11-17 09:00.
            every moon for 2 hours | "every moon" (word 1). Say "every day", "every weekday" or "every Monday and Thursday".
            2 servers for 0 hours | "for 0 hours" (word 3). Ask for a duration greater than zero, such as "for 2 hours".
            servers | "servers" (word 1). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            2 gpus from monday 9:00 to monday 8:00 | "to monday 8:00" (word 6). The end, 2026-11-23 08:00, is not after the start, 2026-11-23 09:00.
            2 servers friday noon to friday midnight | "to friday midnight" (word 5). The end, 2026-11-20 00:00, is not after the start, 2026-11-20 12:00.
            5 gpus asap for 2h | "asap" (word 3). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            4 gpus for 8h on 2026-13-01 | "on 2026-13-01" (word 5). Cannot read "2026-13-01" as a time; try "22:00", "tomorrow 9:00" or "2026-11-16 09:00".
            4 gpus at 13pm for 2h | "at 13pm" (word 3). Cannot read "13pm" as a time; try "22:00", "tomorrow 9:00" or "2026-11-16 09:00".
            2 servers for 8h yesterday | "yesterday" (word 5). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            2 servers nächsten Montag 9:00 for 2h | "nächsten Montag" (word 3). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            1 server am Montag for 2h | "am Montag" (word 3). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            2 servers le 14 juillet for 2h | "le 14 juillet" (word 3). Dates are read in English or as numbers; write 2027-07-14.
            2 servers tomorrow 9:00 tomorrow 10:00 for 1h | "tomorrow 10:00" (word 5). The start was said before; say it once.
            2 servers by friday until saturday for 2h | "until saturday" (word 5). The end was said before; say it once.
            2 servers on fast on gpu for 2h | "on gpu" (word 5). Pool fast was named before; name one pool.
            2 servers for 2h at most 3 at most 4 | "at most 4" (word 8). The price was said before; say it once.
            every day every week for 2h | "every week" (word 3). How often was said before; say it once.
            2 servers for 2h 0 times | "0 times" (word 5). Say from 1 to 1000 times.
            2 servers 16/11/2026 9:00 for 2h | "16/11/2026" (word 3). The date "16/11/2026" is ambiguous; write year-month-day, such as 2026-11-16.
            -5 servers for 2h | "-5 servers" (word 1). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            1 server named | "named" (word 3). Say how many, when and for how long, such as "4 servers tomorrow 9:00 for 2 hours".
            """)
    void notUnderstood(String words, String expected) {
        String all = read(words).unclear().stream()
                .map(Unclear::message)
                .map(message -> message.substring("Not understood: ".length()))
                .collect(Collectors.joining(" / "));
        assertThat(all).isEqualTo(expected);
    }

    /** Understood, but not enough to book. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            on gpu, gpu=h100, named Night run, 2h | name=Night run work=PT2H pool=gpu attributes={gpu=h100} | Say by when, such as "by tomorrow 18:00"; or say "for 2 hours" to start at once.
            pool big memory, in 30 minutes | ready=2026-11-16T08:50:00Z pool=big memory | Say how long, such as "for 8 hours", or until when, such as "9:00 to 17:00".
            2h, start when free | work=PT2H starts=when-free | Say by when, such as "by tomorrow 18:00"; or say "for 2 hours" to start at once.
            2h, start earlier if servers are free, with 15 minutes notice | work=PT2H starts=when-free notice=PT15M | Say by when, such as "by tomorrow 18:00"; or say "for 2 hours" to start at once.
            2h, notice of 1 hour | work=PT2H starts=when-free notice=PT1H | Say by when, such as "by tomorrow 18:00"; or say "for 2 hours" to start at once.
            2h, start when free, start as promised | work=PT2H | Say by when, such as "by tomorrow 18:00"; or say "for 2 hours" to start at once.
            1 server tomorrow | servers=1 ready=2026-11-16T23:00:00Z deadline=2026-11-17T23:00:00Z | Say how long, such as "for 8 hours", or until when, such as "9:00 to 17:00".
            4 gpus tonight | servers=4 ready=2026-11-16T19:00:00Z pool=gpu | Say how long, such as "for 8 hours", or until when, such as "9:00 to 17:00".
            2 to 4 servers for 2h | servers=2 mostServers=4 stay=PT2H | A stay needs a fixed number of servers; say for example "4 servers", or "hours of work" instead of "for".
            2 servers | servers=2 | Say how long, such as "for 8 hours", or until when, such as "9:00 to 17:00".
            9 hours of work | work=PT9H | Say by when, such as "by tomorrow 18:00"; or say "for 2 hours" to start at once.
            """)
    void incomplete(String words, String expected, String missing) {
        Understood understood = read(words);
        assertThat(understood.unclear()).isEmpty();
        assertThat(fields(understood.job())).isEqualTo(expected);
        assertThat(String.join(" / ", understood.missing())).isEqualTo(missing);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 servers for 8 hours | 2 servers for 8 hours from now (Europe/Zurich)
            4 gpus tonight for 8 hours | 4 gpus of pool gpu from Mon 2026-11-16 20:00 to Tue 2026-11-17 04:00, 8 hours (Europe/Zurich)
            the whole gpu pool next Monday 9 to 17 | 8 gpus of pool gpu from Mon 2026-11-23 09:00 to Mon 2026-11-23 17:00, 8 hours (Europe/Zurich)
            3 hours of work on 2 servers by tomorrow noon | 2 servers with 3 hours of work each, done by Tue 2026-11-17 12:00 (Europe/Zurich)
            20 server hours by Friday | 1 to 8 servers with 20 hours of work together, done by Fri 2026-11-20 00:00 (Europe/Zurich)
            every weekday, for 1 hour | 1 server for 1 hour from now, every weekday, 10 times (Europe/Zurich)
            2 servers until 18:00 | 2 servers from now to Mon 2026-11-16 18:00 (Europe/Zurich)
            1 server for 2h by friday, start as soon as possible, 30 minutes notice | 1 server for 2 hours, done by Fri 2026-11-20 00:00, starting earlier if servers are free, with 30 minutes notice (Europe/Zurich)
            4 servers, 2 hours of work, ready now, done by tomorrow 9:00, at most 40 | 4 servers with 2 hours of work each, done by Tue 2026-11-17 09:00, for at most 40 (Europe/Zurich)
            all gpus tomorrow for 2 hours | 8 gpus of pool gpu for 2 hours, between Tue 2026-11-17 00:00 and Wed 2026-11-18 00:00 (Europe/Zurich)
            2 gpus tonight for 2 hours called .secret | 2 gpus of pool gpu from Mon 2026-11-16 20:00 to Mon 2026-11-16 22:00, 2 hours, named .secret (Europe/Zurich)
            """)
    void saidBackInFull(String words, String sentence) {
        assertThat(read(words).sentence()).isEqualTo(sentence);
    }

    /** It is half past ten in Zurich. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 gpu tonight for 8h | stay=PT8H
            1 gpu tonight until tomorrow 6:00 | stay=PT7H29M50S deadline=2026-11-17T05:00:00Z
            1 gpu tonight for 8h every day 3 times | stay=PT8H ready=2026-11-16T21:30:00Z deadline=2026-11-17T05:30:00Z every=FREQ=DAILY;COUNT=3
            """)
    void tonight_whenItHasBegun_isNow(String words, String expected) {
        Understood understood = BookingWords.read(words, at("2026-11-16T21:30:00Z"), POOLS);
        assertThat(understood.unclear()).isEmpty();
        assertThat(fields(understood.job())).startsWith("servers=1 " + expected.replaceFirst(" every=.*", ""));
        assertThat(fields(understood.job()).contains("ready=")).isEqualTo(expected.contains("ready="));
    }

    /** The clocks of Zurich skip 02:00 to 03:00 on 28 March 2027, and show it twice on 25 October 2026. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2027-03-27T08:00:00Z | 1 gpu tomorrow 02:30 for 1h | stay=PT1H ready=2027-03-28T01:30:00Z deadline=2027-03-28T02:30:00Z
            2027-03-27T08:00:00Z | 1 gpu tomorrow 1:00 to 4:00 | stay=PT2H ready=2027-03-28T00:00:00Z deadline=2027-03-28T02:00:00Z
            2027-03-27T08:00:00Z | 1 gpu tomorrow for 2h | stay=PT2H ready=2027-03-27T23:00:00Z deadline=2027-03-28T22:00:00Z
            2027-03-27T08:00:00Z | 1 gpu tonight for 8h | stay=PT8H ready=2027-03-27T19:00:00Z deadline=2027-03-28T03:00:00Z
            2027-03-27T08:00:00Z | 1 gpu 22:00 to 06:00 | stay=PT7H ready=2027-03-27T21:00:00Z deadline=2027-03-28T04:00:00Z
            2026-10-24T07:00:00Z | 1 gpu tomorrow 02:30 for 1h | stay=PT1H ready=2026-10-25T00:30:00Z deadline=2026-10-25T01:30:00Z
            2026-10-24T07:00:00Z | 1 gpu tomorrow 1:00 to 4:00 | stay=PT4H ready=2026-10-24T23:00:00Z deadline=2026-10-25T03:00:00Z
            2026-10-24T07:00:00Z | 1 gpu tomorrow for 2h | stay=PT2H ready=2026-10-24T22:00:00Z deadline=2026-10-25T23:00:00Z
            2026-10-24T07:00:00Z | 1 gpu 22:00 to 06:00 | stay=PT9H ready=2026-10-24T20:00:00Z deadline=2026-10-25T05:00:00Z
            """)
    void daysOnWhichTheClocksChange(String now, String words, String expected) {
        Understood understood = BookingWords.read(words, at(now), POOLS);
        assertThat(understood.unclear()).isEmpty();
        assertThat(fields(understood.job())).isEqualTo("servers=1 " + expected + " pool=gpu");
    }

    @Test
    void windowThatTheClocksSkip() {
        assertThat(BookingWords.read("1 gpu tomorrow 02:30 to 03:30", at("2027-03-27T08:00:00Z"), POOLS)
                        .unclear())
                .extracting(Unclear::message)
                .containsExactly(
                        "Not understood: \"tomorrow 02:30 to 03:30\" (word 3). The end, 2027-03-28 03:30, is not"
                                + " after the start, 2027-03-28 03:30.");
    }

    /** Said on a Monday morning. */
    @Test
    void mondayOnAMonday() {
        Moments early = at("2026-11-16T06:00:00Z");
        assertThat(BookingWords.read("a gpu Monday 9 to 17", early, POOLS).job().ready())
                .isEqualTo("2026-11-16T08:00:00Z");
        assertThat(BookingWords.read("a gpu next Monday 9 to 17", early, POOLS)
                        .job()
                        .ready())
                .isEqualTo("2026-11-23T08:00:00Z");
    }

    @Test
    void unitOfSeveralPools_isAnyOfThem() {
        List<SitePool> two = List.of(
                new SitePool("old", 4, new Unit("gpu")),
                new SitePool("new", 8, new Unit("gpu")),
                new SitePool("rest", 8, Unit.SERVER));
        Moments moments = at(NOW.toString());
        Understood any = BookingWords.read("2 gpus for 2h", moments, two);
        assertThat(any.unclear()).isEmpty();
        assertThat(fields(any.job())).isEqualTo("servers=2 stay=PT2H unit=gpu");
        assertThat(any.sentence()).startsWith("2 gpus for 2 hours");
        assertThat(fields(BookingWords.read("2 gpus for 2h", moments, two.subList(0, 2))
                        .job()))
                .as("all pools have gpus")
                .isEqualTo("servers=2 stay=PT2H");
        Understood named = BookingWords.read("2 gpus on old for 2h", moments, two);
        assertThat(named.unclear()).isEmpty();
        assertThat(named.job().pool()).isEqualTo("old");
    }

    @Test
    void hosts() {
        List<SitePool> pools = List.of(
                new SitePool("h200", 8, new Unit("gpu"), Set.of("alpha", "Beta")),
                new SitePool("gamma", 4, new Unit("gpu"), Set.of("gamma")));
        Moments moments = at(NOW.toString());
        Understood onBeta = BookingWords.read("1 gpu on beta for 2h", moments, pools);
        assertThat(onBeta.unclear()).isEmpty();
        assertThat(fields(onBeta.job())).isEqualTo("servers=1 stay=PT2H host=Beta");
        assertThat(onBeta.sentence()).startsWith("1 gpu on host Beta for 2 hours");
        assertThat(fields(BookingWords.read("1 gpu of h200 on host alpha for 2h", moments, pools)
                        .job()))
                .isEqualTo("servers=1 stay=PT2H pool=h200 host=alpha");
        assertThat(fields(BookingWords.read("1 gpu on gamma for 2h", moments, pools)
                        .job()))
                .as("a pool, and a host of the same name")
                .isEqualTo("servers=1 stay=PT2H pool=gamma");
        assertThat(fields(BookingWords.read("4 gpus on several hosts for 2h", moments, pools)
                        .job()))
                .isEqualTo("servers=4 stay=PT2H spread=true");
        assertThat(BookingWords.read("4 gpus on one host for 2h", moments, pools)
                        .unclear())
                .isEmpty();
        assertThat(BookingWords.read("1 gpu on delta for 2h", moments, pools).unclear())
                .extracting(Unclear::message)
                .containsExactly("Not understood: \"on delta\" (word 3). This site has no such pool or host; its pools:"
                        + " gamma, h200; its hosts: Beta, alpha, gamma.");
        assertThat(BookingWords.read("1 gpu on alpha on beta for 2h", moments, pools)
                        .unclear())
                .extracting(Unclear::message)
                .containsExactly("Not understood: \"on beta\" (word 5). Host alpha was named before; name one host.");
    }

    @Test
    void siteWithoutPools() {
        Understood understood = BookingWords.read("20 server hours by friday", at(NOW.toString()), List.of());
        assertThat(fields(understood.job())).isEqualTo("servers=1 work=PT20H deadline=2026-11-19T23:00:00Z");
        assertThat(BookingWords.read("2 servers on fast", at(NOW.toString()), List.of())
                        .unclear())
                .extracting(Unclear::message)
                .containsExactly("Not understood: \"on fast\" (word 3). This site has no such pool; its pools: it has"
                        + " none yet.");
    }

    @Test
    void longTexts_areRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> read("a".repeat(BookingWords.LONGEST + 1)));
        assertThat(read("a ".repeat(BookingWords.LONGEST / 2)).unclear()).isNotEmpty();
    }

    private static final String[] TOKENS =
            ("a an one two 0 1 2 8 24 99999999 100000000 server servers gpu gpus box boxes node machines"
                            + " fast cpu gpu big memory pool the whole all of on in at from to until till - and or by before due within"
                            + " for not ready start starting when free early as promised notice with hours hour h min minutes day"
                            + " days week weeks 2h 1h30 90m PT2H P1D half work each tonight today tomorrow monday friday next this"
                            + " noon midnight 9 17 9am 5pm 22:00 06:00 25:00 9-17 10pm-6am 03/04 3.4.2026 2026-11-20 2026-02-30"
                            + " 2026-11-20T09:00 now now+2h now- 20 november may 31 29 february avril every times daily weekly called"
                            + " named \" 'x .secret gpu=h100 = at most up to $40 40€ 12.50 budget , ; ! please server-hours")
                    .split(" ");

    /** Whatever is typed, it is read at once, and what was understood without complaint can be booked. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void anyWords_areReadOrNamed() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 3_000; i++) {
            List<String> words = new ArrayList<>();
            int count = random.nextInt(0, 14);
            for (int word = 0; word < count; word++) {
                words.add(TOKENS[random.nextInt(TOKENS.length)]);
            }
            String text = String.join(random.nextInt(9) == 0 ? "" : " ", words);
            Understood understood;
            try {
                understood = read(text);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
            assertThat(understood.unclear())
                    .as("seed %d: %s", seed, text)
                    .allMatch(each -> each.word() > 0 && !each.words().isEmpty());
            if (understood.unclear().isEmpty() && understood.missing().isEmpty()) {
                assertThat(isBookable(understood.job()))
                        .as("seed %d: %s -> %s", seed, text, understood.job())
                        .isTrue();
            }
        }
    }

    private static boolean isBookable(SpokenJob job) {
        Duration length = !job.table().isEmpty()
                ? job.table().get(job.table().firstKey())
                : job.work() == null ? job.stay() : job.work();
        Instant ready = job.ready() == null ? NOW : job.ready();
        return length != null
                && length.isPositive()
                && (job.work() == null || job.stay() == null)
                && (job.deadline() == null ? job.stay() != null : job.deadline().isAfter(ready))
                && (job.servers() == null || job.servers() > 0)
                && (job.mostServers() == null || job.work() != null);
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void anyCharacters_areReadOrNamed() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 100; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(BookingWords.LONGEST + 1);
            for (int at = 0; at < length; at++) {
                text.append((char)
                        (random.nextInt(4) == 0
                                ? random.nextInt(0x3000)
                                : " 0129:-/.,apmh\"'".charAt(random.nextInt(16))));
            }
            try {
                read(text.toString());
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + text, e);
            }
        }
    }
}
