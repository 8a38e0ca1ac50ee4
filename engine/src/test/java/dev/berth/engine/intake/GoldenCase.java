package dev.berth.engine.intake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** ahuja's example (Fig. 3): users U1, U2, U3 and their gridlets G1L1 ... G3L4, in the order of the text. */
final class GoldenCase {
    private static final String[] ARRIVAL = {
        "G1L3", "G1L1", "G1L2", "G2L1", "G2L2", "G2L3", "G2L4", "G3L1", "G3L2", "G3L3", "G3L4"
    };

    private final List<User> users = new ArrayList<>(List.of(user("U1", 9), user("U2", 3), user("U3", 2)));
    private final List<Request> requests = new ArrayList<>();
    private final Map<Long, String> names = new HashMap<>();

    GoldenCase() {
        for (String name : ARRIVAL) {
            add(name);
        }
    }

    static User user(String name, int priority) {
        return new User(name, new Priority(priority));
    }

    /** G1L3 is a job of U1 whose length is 30. */
    void add(String name) {
        long number = requests.size() + 1;
        requests.add(new Request(number, "U" + name.charAt(1), 10L * (name.charAt(3) - '0')));
        names.put(number, name);
    }

    void add(User user) {
        users.add(user);
    }

    Round order(Rules rules) {
        return Intake.order(rules, users, requests);
    }

    String inWords(List<Request> some) {
        return some.stream().map(request -> names.get(request.number())).collect(Collectors.joining(" "));
    }
}
