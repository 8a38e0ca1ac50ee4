package dev.berth.cli.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.remote.Shop;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth policy} and {@code berth policy set}. */
class PolicyCommandTest {
    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private String shown(String field) {
        return Shop.json(shop.berth("policy", "--json")).path(field).asText();
    }

    @Test
    void policy_isShownWithWhatThereIs() {
        Ran ran = shop.berth("policy");
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).contains("policy       terms\n", "Policies: ff-hu", "Admission policies: direct");
    }

    @Test
    void set_showsFirst_andChangesWithYes() {
        assertThat(shop.berth("book", "--name", "train", "--servers", "1", "--for", "2h", "--by", "tomorrow 20:00")
                        .code())
                .isZero();
        String admission = shown("admission");
        Ran first = shop.berth("policy", "set", "earliest", "--admission", "replan");
        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).contains("policy       earliest (now terms)");
        assertThat(first.err()).contains("Nothing has changed yet", "--yes");
        assertThat(shown("policy")).isEqualTo("terms");

        Ran done = shop.berth("policy", "set", "earliest", "--admission", "replan", "--yes");
        assertThat(done.err()).isEmpty();
        assertThat(done.out()).contains("policy       earliest (was terms)");
        assertThat(shown("policy")).isEqualTo("earliest");
        assertThat(shown("admission")).isEqualTo("replan").isNotEqualTo(admission);
        assertThat(shop.berth("policy", "set", "level", "--yes").out())
                .contains("policy       level (was earliest)", "admission    replan (as before)");
    }

    @Test
    void set_saysWhatIsWrong() {
        Ran unknown = shop.berth("policy", "set", "nonsense");
        assertThat(unknown.code()).isNotZero();
        assertThat(unknown.err()).contains("nonsense", "earliest, level");
        Ran incompatible = shop.berth("policy", "set", "ff-hu", "--yes");
        assertThat(incompatible.code()).isEqualTo(1);
        assertThat(incompatible.err()).contains("terms", "ff-hu", "(policy-incompatible)");
        assertThat(shown("policy")).isEqualTo("terms");
    }
}
