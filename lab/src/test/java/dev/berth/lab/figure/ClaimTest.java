package dev.berth.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClaimTest {
    private static Claim claim(Verdict verdict) {
        return new Claim("It rises.", "section 1", verdict, "1, 2").byConstructionBecause("it is a sum");
    }

    @Test
    void aDecidedClaim_saysWhyItCouldHardlyComeOutOtherwise() {
        assertThat(claim(Verdict.HOLDS).verdictInWords()).isEqualTo("holds, by construction");
        assertThat(claim(Verdict.FAILS).evidence()).isEqualTo("1, 2; by construction: it is a sum");
    }

    /** Undecided by construction is a contradiction, in the verdict and in the evidence. */
    @Test
    void anUndecidedClaim_isNeverByConstruction() {
        assertUndecided(claim(Verdict.UNDECIDED));
        assertUndecided(claim(Verdict.UNDECIDED).holdingByConstruction());
        assertUndecided(new Figure(
                        "id",
                        "title",
                        "paper",
                        Map.of("scale", "smoke"),
                        List.of(),
                        List.of(claim(Verdict.HOLDS)),
                        List.of())
                .claims()
                .getFirst());
    }

    private static void assertUndecided(Claim claim) {
        assertThat(claim.byConstruction()).isFalse();
        assertThat(claim.verdictInWords()).isEqualTo("undecided");
        assertThat(claim.evidence()).isEqualTo("1, 2");
    }
}
