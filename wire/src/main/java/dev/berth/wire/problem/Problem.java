package dev.berth.wire.problem;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Refusal;
import dev.berth.wire.Json;
import dev.berth.wire.RefusalJson;
import dev.berth.wire.Times;
import dev.berth.wire.json.Fault;
import dev.berth.words.Called;
import dev.berth.words.Phrase;
import dev.berth.words.RefusalSentence;
import java.util.List;

/**
 * Why a request is not carried out.
 *
 * @param code stable, for programs: of a {@link Code}, or of a refusal of the book
 * @param detail one sentence for people
 * @param numbers what decided
 * @param errors the fields that are wrong
 */
public record Problem(String code, Phrase detail, ObjectNode numbers, List<Fault> errors) {
    /** How many faults the sentence tells; the errors have them all. */
    private static final int MOST_SAID = 10;

    public Problem {
        errors = List.copyOf(errors);
    }

    public static Problem of(Code code, String detail) {
        return of(code, Phrase.text(detail));
    }

    public static Problem of(Code code, Phrase detail) {
        return new Problem(code.text(), detail, Json.object(), List.of());
    }

    public static Problem of(Refusal refusal) {
        return of(refusal, Called.SERVERS);
    }

    /** The same, with what the servers are called that it is about. */
    public static Problem of(Refusal refusal, Called called) {
        return new Problem(
                refusal.code(), RefusalSentence.of(refusal, called), RefusalJson.numbers(refusal), List.of());
    }

    /** A refusal of which only this is known any more. */
    public static Problem refusal(String code, String detail) {
        return new Problem(code, Phrase.text(detail), Json.object(), List.of());
    }

    public static Problem invalid(List<Fault> errors) {
        return new Problem(
                Code.INVALID.text(),
                Phrase.joined(
                        "; ",
                        errors.stream().limit(MOST_SAID).map(Problem::phrase).toList()),
                Json.object(),
                errors);
    }

    private static Phrase phrase(Fault fault) {
        Fault.Order order = fault.order();
        return order == null
                ? Phrase.text(fault.sentence())
                : Phrase.of(
                        "%s: \"%s\" %s, %s",
                        fault.field(), Phrase.time(order.time()), order.rule(), Phrase.time(order.limit()));
    }

    public static Problem invalid(String field, String value, String rule) {
        return invalid(List.of(new Fault(field, value, rule)));
    }

    /** The same of a time. */
    public static Problem invalid(String field, long time, String rule) {
        return new Problem(
                Code.INVALID.text(),
                Phrase.of("%s: \"%s\" %s", field, Phrase.time(time), rule),
                Json.object(),
                List.of(new Fault(field, Times.instant(time), rule)));
    }

    public static Problem notAllowed(String detail) {
        return of(Code.NOT_ALLOWED, detail);
    }

    public Problem with(ObjectNode other) {
        return new Problem(code, detail, other, errors);
    }

    /**
     * The same of an extension that was refused, with how far it could go.
     *
     * @param end the latest that there is room for, which may be the present one
     */
    public Problem reaching(long end) {
        return new Problem(
                code,
                Phrase.of("%s; the latest end there is room for is %s", detail, Phrase.time(end)),
                numbers.deepCopy().put("latestEnd", Times.instant(end)),
                errors);
    }

    /** The same, and what follows from it, in sentences. */
    public Problem adding(List<Phrase> sentences) {
        return sentences.isEmpty()
                ? this
                : new Problem(code, detail.and(". ", Phrase.joined(". ", sentences)), numbers, errors);
    }

    public boolean is(Code other) {
        return code.equals(other.text());
    }

    public Rejected toException() {
        return new Rejected(this);
    }
}
