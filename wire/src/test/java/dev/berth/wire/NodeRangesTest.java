package dev.berth.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRangesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n1                     | n1",
                "n2 n1 n3               | n[1-3]",
                "n8 n9 n10 n12          | n[8-10,12]",
                "n09 n10 n11            | n[09-11]",
                "n01 n02 n3             | n[01-02,3]",
                "login n1 gpu7 gpu8     | gpu[7-8],login,n1",
                "r1-n1 r1-n2 r2-n1      | r1-n[1-2],r2-n1",
                "7 8                    | [7-8]",
                "n99999999999999999999 n100000000000000000000 | n[99999999999999999999-100000000000000000000]"
            })
    void names_areFoldedAsSlurmFoldsThem(String nodes, String folded) {
        assertThat(NodeRanges.folded(List.of(nodes.split(" ", -1)))).isEqualTo(folded);
    }
}
