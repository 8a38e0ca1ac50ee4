package dev.berth.provision.federation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankingTest {
    private static SiteOffer offer(String site, long start, long end, String price) {
        return new SiteOffer(site, site + start, true, "p", 1, new Window(start, end), Money.of(price));
    }

    private static SiteOffer instead(String site, long end, String price) {
        return new SiteOffer(site, "", false, "p", 1, new Window(0, end), Money.of(price));
    }

    private static SiteAnswer answer(SiteOffer offer) {
        return new SiteAnswer(offer.site(), List.of(offer), Optional.empty());
    }

    @Test
    void byEnd_theFirstToEndIsBest_andPriceSettlesTies() {
        SiteOffer late = offer("north", 0, 20, "1");
        SiteOffer soon = offer("south", 5, 10, "9");
        SiteOffer soonAndCheap = offer("west", 4, 10, "3");
        Ranking ranking = Ranking.of(List.of(answer(late), answer(soon), answer(soonAndCheap)), OfferPreference.END);
        assertThat(ranking.offers()).containsExactly(soonAndCheap, soon, late);
        assertThat(ranking.best()).contains(soonAndCheap);
    }

    @Test
    void byPrice_theCheapestIsBest_andEndSettlesTies() {
        SiteOffer late = offer("north", 0, 20, "1");
        SiteOffer soon = offer("south", 5, 10, "1");
        SiteOffer dear = offer("west", 0, 5, "1.01");
        assertThat(Ranking.of(List.of(answer(late), answer(dear), answer(soon)), OfferPreference.PRICE)
                        .offers())
                .containsExactly(soon, late, dear);
    }

    /** Whichever site answers first: alike in all but the name, the name decides. */
    @Test
    void order_doesNotDependOnTheOrderOfAnswers() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int trial = 0; trial < 200; trial++) {
            List<SiteAnswer> answers = new ArrayList<>();
            for (int site = 0; site < 6; site++) {
                String name = "s" + site;
                answers.add(
                        random.nextInt(4) == 0
                                ? new SiteAnswer(name, List.of(instead(name, 3, "0")), Optional.of("full"))
                                : answer(
                                        offer(name, random.nextInt(2), 2 + random.nextInt(2), "" + random.nextInt(2))));
            }
            for (OfferPreference preference : OfferPreference.values()) {
                Ranking ranking = Ranking.of(answers, preference);
                Collections.shuffle(answers, random);
                assertThat(Ranking.of(answers, preference)).as("seed %d", seed).isEqualTo(ranking);
                assertThat(ranking.offers()).as("seed %d", seed).hasSize(6);
                for (SiteOffer other : ranking.offers()) {
                    ranking.best()
                            .filter(best -> other.asAsked())
                            .ifPresent(best -> assertThat(
                                            preference == OfferPreference.END
                                                    ? Long.compare(
                                                            best.window().end(),
                                                            other.window().end())
                                                    : best.price().compareTo(other.price()))
                                    .as("seed %d", seed)
                                    .isNotPositive());
                }
            }
        }
    }

    @Test
    void refusalsAreKept_andWhatIsOfferedInsteadComesLast() {
        SiteOffer other = instead("north", 5, "0");
        SiteOffer asked = offer("west", 0, 50, "100");
        Ranking ranking = Ranking.of(
                List.of(
                        new SiteAnswer("south", List.of(), Optional.of("did not answer within 5 s")),
                        new SiteAnswer("north", List.of(other), Optional.of("no room before 10:00")),
                        answer(asked)),
                OfferPreference.END);
        assertThat(ranking.offers()).containsExactly(asked, other);
        assertThat(ranking.refusals())
                .containsExactly(
                        new Ranking.Refusal("north", "no room before 10:00"),
                        new Ranking.Refusal("south", "did not answer within 5 s"));
        assertThat(Ranking.of(
                                List.of(new SiteAnswer("north", List.of(other), Optional.of("no"))),
                                OfferPreference.PRICE)
                        .best())
                .as("nothing as asked")
                .isEmpty();
    }
}
