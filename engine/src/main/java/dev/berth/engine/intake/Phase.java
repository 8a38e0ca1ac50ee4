package dev.berth.engine.intake;

import java.util.List;

/** One step of ordering a round: two users are compared, or the last one is alone. */
public sealed interface Phase {
    /** The jobs that go on, first to last. */
    List<Request> goOn();

    /** The jobs that do not. */
    default List<Request> left() {
        return List.of();
    }

    /** User high priority: the users differ by more than SD. The lower one competes again in the next phase. */
    record HighPriority(User higher, User lower, List<Request> goOn, List<Request> left) implements Phase {
        public HighPriority {
            goOn = List.copyOf(goOn);
            left = List.copyOf(left);
        }
    }

    /** User job priority: the users are of like priority, and the jobs of both are merged. */
    record JobPriority(User higher, User lower, List<Request> goOn) implements Phase {
        public JobPriority {
            goOn = List.copyOf(goOn);
        }
    }

    /** Nobody is left to compete with: all jobs go on. */
    record Alone(User user, List<Request> goOn) implements Phase {
        public Alone {
            goOn = List.copyOf(goOn);
        }
    }
}
