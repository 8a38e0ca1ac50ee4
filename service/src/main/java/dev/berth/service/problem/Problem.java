package dev.berth.service.problem;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Refusal;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.RefusalJson;
import dev.berth.service.wire.Times;
import dev.berth.service.words.Unit;
import dev.berth.workflow.json.Fault;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Why a request is not carried out.
 *
 * @param code stable, for programs: of a {@link Code}, or of a refusal of the book
 * @param detail one sentence for people
 * @param numbers what decided
 * @param errors the fields that are wrong
 */
public record Problem(String code, String detail, ObjectNode numbers, List<Fault> errors) {
    /** How many faults the sentence tells; the errors have them all. */
    private static final int MOST_SAID = 10;

    public Problem {
        errors = List.copyOf(errors);
    }

    public static Problem of(Code code, String detail) {
        return new Problem(code.text(), detail, Json.object(), List.of());
    }

    public static Problem of(Refusal refusal) {
        return of(refusal, Unit.SERVER);
    }

    /** The same, with what the servers are called that it is about. */
    public static Problem of(Refusal refusal, Unit unit) {
        return refusal(refusal.code(), unit.inSentence(RefusalJson.message(refusal)))
                .with(RefusalJson.numbers(refusal));
    }

    /** A refusal of which only this is known any more. */
    public static Problem refusal(String code, String detail) {
        return new Problem(code, detail, Json.object(), List.of());
    }

    public static Problem invalid(List<Fault> errors) {
        return new Problem(
                Code.INVALID.text(),
                errors.stream().limit(MOST_SAID).map(Fault::sentence).collect(Collectors.joining("; ")),
                Json.object(),
                errors);
    }

    public static Problem invalid(String field, String value, String rule) {
        return invalid(List.of(new Fault(field, value, rule)));
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
        String latest = Times.instant(end);
        return new Problem(
                code,
                detail + "; the latest end there is room for is " + latest,
                numbers.deepCopy().put("latestEnd", latest),
                errors);
    }

    /** The same, and what follows from it, in sentences. */
    public Problem adding(List<String> sentences) {
        return sentences.isEmpty()
                ? this
                : new Problem(code, detail + ". " + String.join(". ", sentences), numbers, errors);
    }

    public boolean is(Code other) {
        return code.equals(other.text());
    }

    public Rejected toException() {
        return new Rejected(this);
    }
}
