package dev.berth.engine.intake;

import java.util.ArrayList;
import java.util.List;

/** The paper's pseudo code, step by step: insertion sorts, and two users at a time taken off the front of the list. */
final class LiteralResolution {
    final List<Request> queue = new ArrayList<>();
    final List<Request> left = new ArrayList<>();
    private final Rules rules;
    private final List<Request> gridlets;

    LiteralResolution(Rules rules, List<User> users, List<Request> requests) {
        this.rules = rules;
        this.gridlets = requests;
        List<User> userQueue = new ArrayList<>();
        for (User user : users) {
            if (!of(user).isEmpty()) {
                int place = userQueue.size();
                while (place > 0
                        && userQueue.get(place - 1).priority().level()
                                < user.priority().level()) {
                    place--;
                }
                userQueue.add(place, user);
            }
        }
        resolve(userQueue);
    }

    private void resolve(List<User> userQueue) {
        while (userQueue.size() >= 2) {
            User high = userQueue.removeFirst();
            User low = userQueue.getFirst();
            if (high.priority().level() - low.priority().level() > rules.significantDifference()) {
                sendSome(high);
            } else {
                userQueue.removeFirst();
                sendBoth(high, low);
            }
        }
        if (!userQueue.isEmpty()) {
            List<Request> all = dueOf(userQueue.getFirst());
            all.addAll(othersOf(userQueue.getFirst()));
            queue.addAll(all);
        }
    }

    private void sendSome(User high) {
        List<Request> due = dueOf(high);
        List<Request> others = othersOf(high);
        int sent = due.size();
        queue.addAll(due);
        for (Request request : others) {
            if (sent < rules.most()) {
                queue.add(request);
                sent++;
            } else {
                left.add(request);
            }
        }
    }

    private void sendBoth(User high, User low) {
        List<Request> merged = new ArrayList<>();
        insert(merged, of(high));
        insert(merged, of(low));
        queue.addAll(merged);
    }

    private List<Request> of(User user) {
        return gridlets.stream().filter(g -> g.user().equals(user.name())).toList();
    }

    private boolean due(Request request) {
        return rules.excess() instanceof Excess.Defer defer && request.deferrals() >= defer.patience();
    }

    private List<Request> dueOf(User user) {
        List<Request> due = new ArrayList<>();
        insert(due, of(user).stream().filter(this::due).toList());
        return due;
    }

    private List<Request> othersOf(User user) {
        List<Request> others = new ArrayList<>();
        insert(others, of(user).stream().filter(request -> !due(request)).toList());
        return others;
    }

    /** Insertion sort: behind all that are not after it, so that what was inserted first stays first among equals. */
    private void insert(List<Request> sorted, List<Request> more) {
        for (Request request : more) {
            int place = sorted.size();
            while (place > 0 && before(request, sorted.get(place - 1))) {
                place--;
            }
            sorted.add(place, request);
        }
    }

    private boolean before(Request a, Request b) {
        return switch (rules.sorting()) {
            case SHORTEST -> a.length() < b.length();
            case LONGEST -> a.length() > b.length();
            case FIRST_COME -> a.number() < b.number();
        };
    }
}
