package dev.berth.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of hosts in plain words, on a site with hosts, MIG devices and a pool whose servers are called gpus. */
class WhichPartsTest {
    private static final List<SitePool> POOLS = List.of(
            new SitePool("dgx", 4, Unit.SERVER, Set.of(), Set.of("gpu", "cores", "memory")),
            new SitePool("mig", 1, Unit.SERVER, Set.of(), Set.of("gpu-1g.10gb")),
            new SitePool("rtx", 8, new Unit("gpu")));

    private static Understood read(String words, List<SitePool> pools) {
        Clock clock = Clock.fixed(Instant.parse("2026-11-16T08:20:00Z"), ZoneOffset.UTC);
        return BookingWords.read(words, new Moments(clock, ZoneId.of("Europe/Zurich")), pools);
    }

    private static String said(Understood understood) {
        SpokenJob job = understood.job();
        return (job.servers() == null ? "" : job.servers() + " x ")
                + (job.slice().isWhole() ? "whole" : PartWords.of(job.slice()))
                + (job.licences().isEmpty() ? "" : " with " + PartWords.licences(job.licences()))
                + (job.pool() == null ? "" : " of " + job.pool())
                + understood.unclear().stream()
                        .map(each -> " ? " + each.words())
                        .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 gpus on one host tonight for 8 hours | 2 gpus
            half a gpu for 3h | 0.5 of a gpu
            1 gpu, 16 cores and 64 GB for 2h | 1 gpu, 16 cores and 64 GiB of memory
            a gpu with 8 cpus and 1.5 TB of ram for 2h | 1 gpu, 8 cores and 1536 GiB of memory
            two cards and 512MB memory tomorrow 9 to 17 | 2 gpus and 512 MiB of memory
            a quarter of a gpu for 3h | 0.25 of a gpu
            0.75 gpus and 4 cores for 3h | 0.75 of a gpu and 4 cores
            20 GB of a gpu for 3h | 20 GiB of a gpu
            20gb gpu memory for 3h | 20 GiB of a gpu
            2 gpu-1g.10gb for 3h | 2 gpu-1g.10gbs
            8 gpus on each of 2 hosts for 3h | 2 x 8 gpus
            4 servers with 8 gpus each for 3h | 4 x 8 gpus
            2 hosts for 3h | 2 x whole
            2 gpus of rtx for 3h | 2 x whole of rtx
            2 gpus on dgx for 3h | 2 gpus of dgx
            2 to 4 gpus with 8 gpu hours of work by tomorrow noon | 2 x whole of rtx
            16 cores on rtx for 3h | whole of rtx ? 16 cores
            2 gpus and 3 gpus for 3h | 2 gpus ? 3 gpus
            half a gpu and 2 gpus for 3h | 0.5 of a gpu ? 2 gpus
            0 gpus for 3h | whole ? 0 gpus
            999999999 tb for 3h | whole ? 999999999 tb
            2 fpgas for 3h | whole ? 2 fpgas
            1 licence of matlab and 2 comsol licences, 4 cores for 3h | 4 cores with 2 licences of comsol and 1 licence of matlab
            """)
    void understood(String words, String expected) {
        assertThat(said(read(words, POOLS))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 gpus, 16 cores and 64 GB on one host tonight for 8 hours | 2 gpus, 16 cores and 64 GiB of memory on one host from Mon 2026-11-16 20:00 to Tue 2026-11-17 04:00, 8 hours (Europe/Zurich)
            8 gpus on each of 2 hosts of dgx for 3h with 1 licence of matlab | 8 gpus on each of 2 servers of pool dgx for 3 hours from now, with 1 licence of matlab (Europe/Zurich)
            half a gpu with 3 hours of work by tomorrow noon | 0.5 of a gpu on one host with 3 hours of work, done by Tue 2026-11-17 12:00 (Europe/Zurich)
            """)
    void saidBackInFull(String words, String sentence) {
        assertThat(read(words, POOLS).sentence()).isEqualTo(sentence);
    }

    @Test
    void withoutParts_wordsMeanWhatTheyMeantBefore() {
        List<SitePool> plain = List.of(POOLS.get(2));
        assertThat(said(read("2 gpus tonight for 8 hours", plain))).isEqualTo("2 x whole of rtx");
        assertThat(said(read("2 gpus, 16 cores for 8 hours", plain))).isEqualTo("2 x whole of rtx ? 16 cores");
        assertThat(said(read("2 hosts for 8 hours", plain))).isEqualTo("whole ? 2 hosts");
    }

    @Test
    void anyWords_areReadOrNamed() {
        List<String> words = List.of(
                "2",
                "a",
                "half",
                "0.5",
                "of",
                "gpu",
                "gpus",
                "cores",
                "64",
                "64gb",
                "gb",
                "999999999",
                "tb",
                "memory",
                ",",
                "and",
                "each",
                "on each of",
                "hosts",
                "licence",
                "licences",
                "matlab",
                "x1",
                "for",
                "3h",
                "dgx",
                "rtx",
                "mig",
                "gpu-1g.10gb");
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(40); i >= 0 && text.length() < 450; i--) {
                text.append(words.get(random.nextInt(words.size()))).append(' ');
            }
            assertThat(read(text.toString(), POOLS).sentence())
                    .as("seed %d: %s", seed, text)
                    .isNotEmpty();
        }
        String many =
                "1 l0 licence 1 l1 licence 1 l2 licence 1 l3 licence 1 l4 licence 1 l5 licence 1 l6 licence 1 l7 licence"
                        + " 1 l8 licence 1 l9 licence 1 la licence 1 lb licence 1 lc licence 1 ld licence 1 le licence 1 lf licence"
                        + " 1 lg licence 1 lh licence";
        assertThat(read(many, POOLS).unclear()).isNotEmpty();
    }
}
