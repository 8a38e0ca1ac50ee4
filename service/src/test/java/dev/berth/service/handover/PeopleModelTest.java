package dev.berth.service.handover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.service.Facts;
import dev.berth.service.TestSite;
import dev.berth.service.account.Account;
import dev.berth.service.account.Accounts;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Target;
import dev.berth.service.project.Project;
import dev.berth.service.project.ProjectChanges;
import dev.berth.service.quota.OverLimit;
import dev.berth.service.quota.Usage;
import dev.berth.service.sharing.Sharing;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.HandClock;
import dev.berth.site.MemoryJournal;
import dev.berth.site.Settings;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.wire.problem.Refused;
import dev.berth.wire.problem.Rejected;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Random bookings, gifts and guests against a model that knows names and hours alone. Named properties: {@code whoMayDoWhat},
 * {@code whoIsInside}, {@code whoIsCharged}, {@code replayGivesTheSame}.
 */
class PeopleModelTest {
    private static final long SEEDS = 20;
    private static final int STEPS = 250;
    private static final long HOUR = TestSite.HOUR;
    private static final List<String> NAMES = List.of("ana", "ben", "cy", "dan", "olga", "vera");
    private static final List<String> PROJECTS = List.of("climate", "ocean");
    private static final int QUOTA = 6;

    /** Reservation as the model knows it. */
    private static final class Known {
        final int hours;
        String owner;
        Optional<String> project;
        final TreeSet<String> users = new TreeSet<>();
        final TreeSet<String> projects = new TreeSet<>();
        Optional<String> bookedBy = Optional.empty();

        Known(String owner, Optional<String> project, int hours) {
            this.owner = owner;
            this.project = project;
            this.hours = hours;
        }
    }

    private final Map<ReservationId, Known> model = new TreeMap<>();
    private final Map<String, TreeSet<String>> members = new TreeMap<>();
    private final Map<String, TreeSet<String>> staff = new TreeMap<>();
    private final TreeSet<String> seen = new TreeSet<>();
    private SplittableRandom random = new SplittableRandom(0);

    private static Account account(String name) {
        Role role = switch (name) {
            case "olga" -> Role.OPERATOR;
            case "vera" -> Role.VIEWER;
            default -> Role.USER;
        };
        // Ben has no quota.
        long quota = role == Role.USER && !name.equals("ben") ? QUOTA * HOUR : 0;
        return new Account(name, role, true, quota, quota == 0 ? 0 : 1_000 * HOUR, 0, 0, Optional.empty());
    }

    private static boolean isOperator(String name) {
        return name.equals("olga");
    }

    private static boolean isViewer(String name) {
        return name.equals("vera");
    }

    private static Site open(MemoryJournal of) {
        return Site.open(
                of,
                () -> new Book("level"),
                new HandClock(TestSite.START),
                Facts.keepers(),
                Settings.DEFAULT.withTick(Duration.ofDays(1)));
    }

    /** Whether it was done; false if it was refused. */
    private static boolean did(Site site, String actor, Function<Transaction, ?> work) {
        try {
            site.write(actor, work).join();
            return true;
        } catch (CompletionException e) {
            if (e.getCause() instanceof Rejected
                    || e.getCause() instanceof Refused
                    || e.getCause() instanceof OverLimit) {
                return false;
            }
            throw e;
        }
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private int charged(String user) {
        return model.values().stream()
                .filter(each -> each.owner.equals(user))
                .mapToInt(each -> each.hours)
                .sum();
    }

    /** Whether a user may be charged more; operators exceed the quotas of others. */
    private boolean hasRoom(String actor, String user, int hours) {
        boolean isLimited = !isOperator(user) && !isViewer(user) && !user.equals("ben");
        return !isLimited || isOperator(actor) || charged(user) + hours <= QUOTA;
    }

    private boolean isStaff(String name, Optional<String> project) {
        return !isViewer(name)
                && project.filter(each -> staff.get(each).contains(name)).isPresent();
    }

    private boolean looksAfter(String name, Known known) {
        return isOperator(name) || (name.equals(known.owner) && !isViewer(name)) || isStaff(name, known.project);
    }

    private boolean isInside(String name, Known known) {
        return !isViewer(name)
                && (known.users.contains(name)
                        || known.projects.stream()
                                .anyMatch(project -> members.get(project).contains(name)));
    }

    private void check(boolean expected, boolean was, String what, long seed) {
        assertThat(was).as("whoMayDoWhat: seed %d, %s", seed, what).isEqualTo(expected);
        seen.add(what.substring(0, what.indexOf(' ')) + (was ? " done" : " refused"));
    }

    private void book(Site site, long seed) {
        String actor = one(List.of("ana", "ben", "cy", "dan", "olga"));
        String user = random.nextInt(3) > 0 ? actor : one(NAMES);
        Optional<String> project = random.nextBoolean() ? Optional.empty() : Optional.of(one(PROJECTS));
        int hours = 1 + random.nextInt(3);
        long start = TestSite.START + (1 + random.nextInt(500)) * HOUR;
        Job plain = TestSite.job(user, new Window(start, start + hours * HOUR), 1);
        Job job = plain.under(plain.terms().withProject(project.orElse(null)));
        boolean may = (user.equals(actor) || isOperator(actor) || isStaff(actor, project))
                && project.filter(each -> !members.get(each).contains(user)).isEmpty()
                && hasRoom(actor, user, hours);
        List<ReservationId> made = new ArrayList<>();
        boolean did = did(site, actor, transaction -> {
            Reservation reservation = Bookings.book(transaction, account(actor), job, null);
            made.add(reservation.id());
            return true;
        });
        check(may, did, "book by %s for %s in %s".formatted(actor, user, project), seed);
        if (did) {
            Known known = new Known(user, project, hours);
            known.bookedBy = actor.equals(user) ? Optional.empty() : Optional.of(actor);
            model.put(made.getFirst(), known);
        }
    }

    private void share(Site site, ReservationId id, Known known, long seed) {
        String actor = one(NAMES);
        boolean isProject = random.nextBoolean();
        String guest = isProject ? one(PROJECTS) : one(NAMES);
        boolean removes = random.nextInt(3) == 0;
        String name = isProject ? Sharing.PROJECT + guest : guest;
        boolean knows = isProject
                ? isOperator(actor)
                        || members.get(guest).contains(actor)
                        || staff.get(guest).contains(actor)
                : !isViewer(guest) && !guest.equals(known.owner);
        boolean did = did(
                site,
                actor,
                transaction -> Guests.share(
                        transaction,
                        Target.of(account(actor), id),
                        removes ? List.of() : List.of(name),
                        removes ? List.of(name) : List.of()));
        check(looksAfter(actor, known) && (removes || knows), did, "share by %s with %s".formatted(actor, name), seed);
        if (did) {
            TreeSet<String> all = isProject ? known.projects : known.users;
            boolean changed = removes ? all.remove(guest) : all.add(guest);
            seen.add("sharing changed " + changed);
        }
    }

    private void give(Site site, ReservationId id, Known known, long seed) {
        String actor = one(NAMES);
        String to = one(NAMES);
        Optional<String> named = random.nextInt(3) > 0 ? Optional.empty() : Optional.of(one(PROJECTS));
        Optional<String> paying = named.or(() -> known.project);
        boolean may = looksAfter(actor, known)
                && !isViewer(to)
                && !to.equals(known.owner)
                && (isOperator(actor) || known.project.isEmpty() || paying.equals(known.project))
                && paying.filter(project -> !members.get(project).contains(to)).isEmpty()
                && hasRoom(actor, to, known.hours);
        boolean did = did(
                site,
                actor,
                transaction -> Giving.give(transaction, Target.of(account(actor), id), to, named.orElse(null)));
        check(may, did, "give by %s to %s, paid by %s".formatted(actor, to, named), seed);
        if (did) {
            known.owner = to;
            known.project = paying;
            known.users.remove(to);
        }
    }

    private void cancel(Site site, ReservationId id, Known known, long seed) {
        String actor = one(NAMES);
        boolean did = did(site, actor, transaction -> Changes.cancel(transaction, Target.of(account(actor), id)));
        check(isOperator(actor) || (actor.equals(known.owner) && !isViewer(actor)), did, "cancel by " + actor, seed);
        if (did) {
            model.remove(id);
        }
    }

    private void people(Site site) {
        String project = one(PROJECTS);
        String name = one(NAMES);
        boolean isMember = random.nextBoolean();
        TreeSet<String> all = (isMember ? members : staff).get(project);
        boolean adds = all.contains(name) ? !all.remove(name) : all.add(name);
        site.write("olga", transaction -> {
                    if (isMember) {
                        return adds
                                ? ProjectChanges.addMember(transaction, project, name)
                                : ProjectChanges.removeMember(transaction, project, name);
                    }
                    return adds
                            ? ProjectChanges.addStaff(transaction, project, name)
                            : ProjectChanges.removeStaff(transaction, project, name);
                })
                .join();
    }

    private void compare(Site site, long seed) {
        site.read(view -> {
            model.forEach((id, known) -> {
                Reservation reservation = view.reservation(id).orElseThrow();
                Sharing sharing = view.facts(Sharings.class).of(reservation);
                assertThat(reservation.job().user()).as("seed %d", seed).isEqualTo(known.owner);
                assertThat(Optional.ofNullable(reservation.job().terms().project()))
                        .isEqualTo(known.project);
                assertThat(sharing.users()).containsExactlyElementsOf(known.users);
                assertThat(sharing.projects()).containsExactlyElementsOf(known.projects);
                assertThat(sharing.bookedBy()).isEqualTo(known.bookedBy);
                TreeSet<String> inside = new TreeSet<>(Sharings.guests(view, id));
                for (String name : NAMES) {
                    boolean isInside = isInside(name, known);
                    assertThat(Sharings.isGuest(view, account(name), id))
                            .as("whoIsInside: seed %d, %s in %s", seed, name, id)
                            .isEqualTo(isInside);
                    assertThat(inside.contains(name)).isEqualTo(isInside && !name.equals(known.owner));
                }
            });
            for (String name : List.of("ana", "cy", "dan")) {
                assertThat(view.facts(Usage.class).since(name, 0))
                        .as("whoIsCharged: seed %d, %s", seed, name)
                        .isEqualTo(charged(name) * HOUR);
            }
            return true;
        });
    }

    private static String picture(Site site) {
        return site.read(view -> {
            StringBuilder text = new StringBuilder();
            view.openAfter(0).forEach(each -> text.append(each).append('\n'));
            view.facts(Sharings.class)
                    .capture()
                    .forEach(piece -> text.append(new String(piece, StandardCharsets.UTF_8)));
            view.facts(Usage.class).capture().forEach(piece -> text.append(new String(piece, StandardCharsets.UTF_8)));
            return text.toString();
        });
    }

    private void play(long seed) {
        random = new SplittableRandom(seed);
        MemoryJournal journal = new MemoryJournal();
        String before;
        model.clear();
        PROJECTS.forEach(project -> {
            members.put(project, new TreeSet<>());
            staff.put(project, new TreeSet<>());
        });
        try (Site site = open(journal)) {
            site.write("olga", transaction -> {
                        transaction.submit(new Command.AddPool(new Pool("p", 500, "1")));
                        NAMES.forEach(name -> transaction.record(Accounts.KIND, account(name)));
                        PROJECTS.forEach(project -> ProjectChanges.add(transaction, Project.named(project)));
                        return true;
                    })
                    .join();
            for (int step = 0; step < STEPS; step++) {
                List<ReservationId> known = List.copyOf(model.keySet());
                int pick = random.nextInt(10);
                if (known.isEmpty() || pick < 3) {
                    book(site, seed);
                } else if (pick == 3) {
                    people(site);
                } else {
                    ReservationId id = one(known);
                    Known each = model.get(id);
                    if (pick < 6) {
                        share(site, id, each, seed);
                    } else if (pick < 9) {
                        give(site, id, each, seed);
                    } else {
                        cancel(site, id, each, seed);
                    }
                }
                compare(site, seed);
            }
            before = picture(site);
        }
        try (Site again = open(journal)) {
            assertThat(picture(again)).as("replayGivesTheSame: seed %d", seed).isEqualTo(before);
        }
    }

    @Test
    void randomPeople_doWhatTheModelAllows() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            play(seed);
        }
        assertThat(seen)
                .as("everything happened")
                .containsExactly(
                        "book done",
                        "book refused",
                        "cancel done",
                        "cancel refused",
                        "give done",
                        "give refused",
                        "share done",
                        "share refused",
                        "sharing changed false",
                        "sharing changed true");
    }
}
