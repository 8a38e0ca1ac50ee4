package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks for more time before the time of a command is over. What is granted comes to the runner like any other change. */
final class Overtime implements MoreTime {
    /** Names of the engine's overrun policies by the words that users type. */
    private static final Map<String, String> POLICIES =
            Map.of("extend", "extend-if-free", "push", "push", "migrate", "migrate", "kill", "kill");

    private final ServiceClient service;
    private final String reservation;
    private final Wish wish;
    private final Consumer<String> say;
    private volatile @Nullable String rest;
    private @Nullable Thread asking;

    /**
     * Request of the user for more time.
     *
     * @param policy kill, extend, push or migrate
     * @param more each time; zero for a tenth of the time it had
     */
    record Wish(String policy, Duration more) {
        static final Wish NONE = new Wish("kill", Duration.ZERO);

        Wish {
            if (!POLICIES.containsKey(policy)) {
                throw new BadInput("--overrun: \"%s\" is not one of extend, push, migrate, kill".formatted(policy));
            }
        }

        boolean isNothing() {
            return policy.equals("kill");
        }
    }

    Overtime(ServiceClient service, String reservation, Wish wish, Consumer<String> say) {
        this.service = service;
        this.reservation = reservation;
        this.wish = wish;
        this.say = say;
    }

    @Override
    public void ask(ReservationStanding standing) {
        if (wish.isNothing()) {
            return;
        }
        Duration more = wish.more().isZero()
                ? Duration.between(standing.start(), standing.end()).dividedBy(10)
                : wish.more();
        asking = Thread.ofPlatform().daemon().name("berth-overrun").start(() -> ask(more));
    }

    private void ask(Duration more) {
        try {
            JsonNode answer = service.change(
                            "POST",
                            "/reservations/" + Remote.encoded(reservation) + "/overrun",
                            JsonTree.object()
                                    .put("more", more.toString())
                                    .put("policy", POLICIES.getOrDefault(wish.policy(), "kill")),
                            new IdempotencyKey().value())
                    .expected();
            if (answer.has("rest")) {
                rest = answer.path("rest").path("id").asText();
                say.accept("%s will be stopped at its end; the rest runs in %s".formatted(reservation, rest));
            }
        } catch (RefusedByService | BadInput | Failed e) {
            say.accept("%s gets no more time. %s".formatted(reservation, e.getMessage()));
        }
    }

    /** The reservation in which the command is to go on; empty if it does not migrate. */
    Optional<String> rest() throws InterruptedException {
        if (asking != null) {
            asking.join();
        }
        return Optional.ofNullable(rest);
    }
}
