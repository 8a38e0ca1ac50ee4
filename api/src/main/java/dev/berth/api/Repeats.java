package dev.berth.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Answers;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.words.Phrase;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A request with a key, which may come several times and is carried out once.
 *
 * @param digest of the request: the same key with another one is a mistake
 */
record Repeats(String account, String key, String digest) {
    /** The answer given before; or does the work and keeps its answer, which is made here, because it is journaled with the change. */
    Answer carryOut(Transaction transaction, Function<Transaction, Supplier<Answer>> work) {
        Answers answers = transaction.view().facts(Answers.class);
        Optional<Answers.Kept> given = answers.to(account, key);
        if (given.isPresent()) {
            return given.get().given().digest().equals(digest)
                    ? repeated(given.get())
                    : Answer.of(Problem.invalid("Idempotency-Key", key, "was used for another request; use a new key"));
        }
        if (!answers.hasRoom(account, transaction.now())) {
            throw tooManyKeys().toException();
        }
        Answer answer = work.apply(transaction).get();
        transaction.record(
                Answers.KIND,
                new Answers.Given(
                        account,
                        key,
                        digest,
                        answer.status(),
                        answer.type(),
                        new String(answer.body(), StandardCharsets.UTF_8),
                        answer.header("Location"),
                        answer.header("ETag"),
                        Optional.empty()));
        return answer;
    }

    /** Answer that was given to exactly this request before. */
    Optional<Answer> given(View view) {
        return view.facts(Answers.class)
                .to(account, key)
                .filter(kept -> kept.given().digest().equals(digest))
                .map(Repeats::repeated);
    }

    private Problem tooManyKeys() {
        return Problem.of(
                Code.TOO_MANY_KEYS,
                account + " has used too many idempotency keys within two days. Send the request without a key, or"
                        + " wait until older keys have expired.");
    }

    private static Answer repeated(Answers.Kept kept) {
        Answers.Given given = kept.given();
        if (!given.isWhole()) {
            return carriedOut(kept);
        }
        Answer answer = new Answer(
                given.status(), given.type(), () -> given.body().getBytes(StandardCharsets.UTF_8), Map.of(), null);
        answer = given.location().isEmpty() ? answer : answer.with("Location", given.location());
        return given.etag().isEmpty() ? answer : answer.with("ETag", given.etag());
    }

    /** Problem that tells the outcome of a request whose answer is no longer kept. */
    private static Answer carriedOut(Answers.Kept kept) {
        Answers.Given given = kept.given();
        boolean isDone = given.status() < 300;
        ObjectNode numbers = Json.object().put("status", given.status()).put("time", Times.instant(kept.time()));
        if (!given.location().isEmpty()) {
            numbers.put("location", given.location());
        }
        Answer answer = Answer.of(Problem.of(
                        Code.ALREADY_ANSWERED,
                        Phrase.of(
                                "This request was %s at %s with status %d, and its answer is no longer kept.%s%s",
                                isDone ? "carried out" : "refused",
                                Phrase.time(kept.time()),
                                given.status(),
                                given.location().isEmpty() ? "" : " See " + given.location() + ".",
                                isDone ? "" : " To try again, use another key."))
                .with(numbers));
        return given.location().isEmpty() ? answer : answer.with("Location", given.location());
    }
}
