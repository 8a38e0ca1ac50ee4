package dev.berth.slurm.client;

import dev.berth.slurm.ActionOutcome;
import dev.berth.slurm.ActionOutcome.Why;
import dev.berth.slurm.ClusterSilent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Why Slurm refuses: it says so in words only, which have been the same since 2.2. */
final class SlurmRefusals {
    private static final Map<String, Why> WORDS = words();
    /**
     * It did not get as far as an answer: whether it was done is not known. A creation for which nobody answers has received
     * an "unexpected message".
     */
    private static final Pattern UNREACHABLE = Pattern.compile(
            "(?i)unable to contact|connection|connect failure|timed out|authentication|zero bytes|unexpected"
                    + " message|socket");

    /** A controller that cannot verify who asks closes the connection, or says no more than this. */
    private static final Pattern UNTRUSTED = Pattern.compile("(?i)munge|authentication|zero bytes|invalid credential");

    /** A controller whose munge is dead takes the question and does not answer it. */
    private static final Pattern SLOW = Pattern.compile("(?i)timed out");

    /** Slurm 26.05 says no more than this about a user whom it does not know; earlier ones said "Invalid user id". */
    private static final String UNSPECIFIED = "Unspecified error";

    private SlurmRefusals() {}

    private static Map<String, Why> words() {
        Map<String, Why> words = new LinkedHashMap<>();
        words.put("Requested nodes are busy", Why.BUSY);
        words.put("Requested reservation overlaps with another reservation", Why.OVERLAP);
        words.put("Requested reservation is in use", Why.IN_USE);
        words.put("Invalid user id", Why.UNKNOWN_USER);
        words.put("Invalid node name specified", Why.UNKNOWN_NODE);
        words.put("Invalid time specified", Why.BAD_TIME);
        words.put("Requested reservation is invalid", Why.GONE);
        words.put("Duplicate reservation name", Why.EXISTS);
        words.put("Invalid license specification", Why.NO_LICENCES);
        words.put("Access/permission denied", Why.NOT_ALLOWED);
        return words;
    }

    /** A failed reply as nobody's answer, with where to look where the words do not say it. */
    static ClusterSilent silent(String asked, SlurmOutput reply) {
        String words = reply.quote();
        String advice = UNTRUSTED.matcher(words).find()
                ? "; munge must run on this machine and on that of slurmctld, with the same key and clocks that agree"
                : SLOW.matcher(words).find() ? "; slurmctld, or munge on its machine, does not answer" : "";
        return new ClusterSilent("%s: %s%s".formatted(asked, words, advice));
    }

    /**
     * Outcome that a failed reply means.
     *
     * @param user whom the request named; empty if nobody: then an invalid user is the service itself, which lacks the right
     */
    static ActionOutcome of(SlurmOutput reply, String user) throws ClusterSilent {
        Why why = !user.isEmpty() && reply.words().equals(UNSPECIFIED)
                ? Why.UNKNOWN_USER
                : WORDS.getOrDefault(reply.words(), Why.OTHER);
        if (why == Why.OTHER && UNREACHABLE.matcher(reply.words()).find()) {
            throw silent("scontrol", reply);
        }
        String words = reply.quote();
        if (why != Why.UNKNOWN_USER) {
            return new ActionOutcome.Refused(why, words);
        }
        return user.isEmpty()
                ? new ActionOutcome.Refused(Why.NOT_ALLOWED, words + "; the service needs Slurm's operator right")
                : new ActionOutcome.Refused(
                        why, words + ": Slurm does not know " + user + ", or the service lacks its operator right");
    }
}
