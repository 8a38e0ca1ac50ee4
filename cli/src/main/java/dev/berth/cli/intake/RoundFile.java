package dev.berth.cli.intake;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.csv.Source;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Request;
import dev.berth.engine.intake.User;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.json.JsonFields;
import dev.berth.wire.json.NotJson;
import dev.berth.wire.json.StrictJson;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The users and jobs of a round, from JSON: {@code {"users": [{"name", "priority" or "paying" and "rank"}], "jobs":
 * [{"name", "user", "length", "deferrals"}]}}, both in the order they came.
 *
 * @param names what the jobs are called, by their numbers
 */
record RoundFile(List<User> users, List<Request> requests, Map<Long, String> names) {
    private static final int MOST = 1_000_000;
    private static final int LONGEST_NAME = 200;

    static RoundFile read(Source source) throws IOException {
        try {
            StringWriter text = new StringWriter();
            source.reader().transferTo(text);
            JsonFields fields =
                    JsonFields.of(StrictJson.object("the file", text.toString().getBytes(StandardCharsets.UTF_8)));
            RoundFile file = read(fields);
            fields.closed().check();
            return file;
        } catch (CharacterCodingException e) {
            throw new BadInput(source.name() + ": is not UTF-8 text");
        } catch (NotJson e) {
            throw new BadInput(source.name() + ": " + e.problem());
        } catch (Invalid e) {
            throw new BadInput(source.name() + ": " + e.getMessage());
        }
    }

    private static RoundFile read(JsonFields fields) {
        List<User> users = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (JsonFields user : fields.objects("users", MOST)) {
            User read = user(user);
            if (!known.add(read.name())) {
                user.fault("name", "must be unique");
            }
            users.add(read);
        }
        List<Request> requests = new ArrayList<>();
        Map<Long, String> names = new HashMap<>();
        for (JsonFields job : fields.objects("jobs", MOST)) {
            long number = requests.size() + 1L;
            names.put(number, job.requiredText("name", LONGEST_NAME));
            requests.add(request(job, number, known));
        }
        return new RoundFile(users, requests, names);
    }

    private static User user(JsonFields user) {
        String name = user.requiredText("name", LONGEST_NAME);
        boolean derived = user.has("paying") || user.has("rank");
        if (derived) {
            user.require("paying");
            user.require("rank");
        } else {
            user.require("priority");
        }
        if (derived && user.has("priority")) {
            user.fault("priority", "cannot be combined with paying and rank, from which it is computed");
        }
        int priority = user.whole("priority", 1, Priority.HIGHEST, 1);
        int paying = user.whole("paying", 1, Priority.HIGHEST, 1);
        int rank = user.whole("rank", 1, Priority.HIGHEST, 1);
        user.closed();
        return new User(name, derived ? Priority.of(paying, rank) : new Priority(priority));
    }

    private static Request request(JsonFields job, long number, Set<String> known) {
        String user = job.requiredText("user", LONGEST_NAME);
        if (job.has("user") && !known.contains(user)) {
            job.fault("user", "is not among the users");
        }
        job.require("length");
        int length = job.whole("length", 1, Integer.MAX_VALUE, 1);
        int deferrals = job.whole("deferrals", 0, Integer.MAX_VALUE, 0);
        job.closed();
        return new Request(number, user, length, deferrals);
    }

    String name(Request request) {
        return names.getOrDefault(request.number(), "?");
    }
}
