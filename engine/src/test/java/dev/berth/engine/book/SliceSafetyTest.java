package dev.berth.engine.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.admission.Admissions;
import dev.berth.engine.agreement.Offer;
import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * All properties under random commands, in books of which some pools have hosts with parts; with licences, requests in rounds,
 * opportunistic jobs and offers. Admission policies take turns from sequence to sequence. Which kinds of events jobs of parts must
 * have met is listed below.
 */
class SliceSafetyTest {
    private static final int SEQUENCES = Integer.getInteger("berth.sequences", 100);
    private static final int MOST_SEQUENCES = 4 * SEQUENCES;
    private static final int LENGTH = 120;

    /** Cases that must have occurred where all sequences are run; a policy under which one is rare gets more of them. */
    private static final List<String> WANTED = List.of(
            "Bound by Bind",
            "Bound by Settle",
            "CANCELLED by Cancel",
            "CANCELLED by Replace",
            "Changed by Change",
            "Changed by Extend",
            "Changed by JoinPools",
            "Changed by Move",
            "Changed by Overrun",
            "Changed by Shrink",
            "Confirmed by Confirm",
            "Degraded by Block",
            "Degraded by Fail",
            "ENDED by Advance",
            "EXPIRED by Advance",
            "FINISHED_EARLY by Finish",
            "Held by Hold",
            "Moved by Block",
            "Moved by Evacuate",
            "Moved by Fail",
            "Moved by Overrun",
            "NO_SHOW by NoShow",
            "OutageEnded by Restore",
            "OutageEnded by Unblock",
            "OutagePlanned by Avoid",
            "OutagePlanned by Block of parts",
            "OutagePlanned by Drain",
            "OutagePlanned by Evacuate",
            "OutagePlanned by Fail of parts",
            "Recovered by AddServers",
            "Recovered by Restore",
            "Recovered by Unblock",
            "Repacked by Avoid",
            "Repacked by Block",
            "Repacked by Drain",
            "Repacked by Evacuate",
            "Repacked by Extend",
            "Repacked by Fail",
            "Repacked by Reserve",
            "Repacked by Settle",
            "Reserved by Advance",
            "Reserved by Replace",
            "Reserved by Reserve",
            "ServersAdded by AddServers",
            "Started by Advance",
            "StartsEarly by Advance",
            "a share",
            "licences",
            "offer AS_ASKED",
            "offer FEWER_PARTS",
            "offer FEWER_SERVERS",
            "offer LATER",
            "offer OTHER_WINDOW",
            "opportunist began by Advance",
            "opportunist made way by Advance",
            "several hosts");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "prompt",
                "level",
                "earliest",
                "ff-ha-plus",
                "level/best-fit",
                "prompt/first-fit",
                "prompt/fgd",
                "earliest/fgd"
            })
    void randomSequences_keepEveryProperty(String policy) {
        List<String> modes = List.copyOf(Admissions.names());
        SliceSightings sightings = new SliceSightings();
        for (long seed : Sequences.of(SEQUENCES, MOST_SEQUENCES, policy)) {
            if (seed > SEQUENCES && sightings.seen.keySet().containsAll(WANTED)) {
                break;
            }
            RandomCommands commands = new RandomCommands(seed).withParts();
            String mode = modes.get((int) (seed % modes.size()));
            String where = policy + ", " + mode + ", seed " + seed;
            SafetyProperties safety = new SafetyProperties(new Book(policy, mode), where);
            for (int step = 0; step < LENGTH; step++) {
                Command command = commands.next(safety.book());
                sightings.before(safety.book());
                if (safety.step(command) instanceof Decision.Accepted accepted) {
                    sightings.after(command, accepted, safety.book());
                }
                if (commands.random.nextInt(15) == 0) {
                    safety.continueFromSnapshot();
                }
                if (commands.random.nextInt(15) == 0) {
                    SplitAdvance.isTheSame(safety.book(), commands.random, where);
                }
                if (commands.random.nextInt(30) == 0 && !safety.book().pools().isEmpty()) {
                    whatIsOfferedIsAccepted(safety.book(), commands.job(safety.book()), sightings, where);
                }
            }
            safety.end();
        }
        if (Sequences.ARE_ALL) {
            assertThat(sightings.seen.keySet()).as(policy).containsAll(WANTED);
        }
    }

    /** The book accepts each offer as it was offered, and making offers changes nothing. */
    private static void whatIsOfferedIsAccepted(Book book, Job job, SliceSightings sightings, String where) {
        byte[] before = book.snapshot();
        List<Offer> offers = book.offers(job, new Wish(20, Wish.Ranking.START, 50));
        assertThat(Arrays.equals(book.snapshot(), before))
                .as("offersChangeNothing: %s", where)
                .isTrue();
        for (Offer offer : offers) {
            Decision decision = book.decide(new Command.Reserve(offer.job()));
            assertThat(decision).as("whatIsOfferedIsAccepted: %s", where).isInstanceOf(Decision.Accepted.class);
            assertThat(((Decision.Accepted) decision).reservation().placement())
                    .as("whatIsOfferedIsAccepted: %s", where)
                    .isEqualTo(offer.placement());
            if (!offer.placement().taken().slice().isWhole()) {
                sightings.see("offer " + offer.family());
            }
        }
    }
}
