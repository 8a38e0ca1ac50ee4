package dev.berth.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The view of workflows, as somebody uses it and sees it. */
record WorkflowView(Visit visit) {
    static final String BOOK = "berth-workflows .book-whole:enabled";

    /** A task of a plan on the timetable, where it is drawn. */
    record Slot(String task, String pool, long lane, long start, long runs, long end) {
        long spare() {
            return end - runs;
        }
    }

    static WorkflowView of(TestSite site, Screen screen, String token) {
        Visit visit = Visit.of(site, screen, token);
        visit.open("workflows");
        return new WorkflowView(visit);
    }

    /** With the example of the tests, planned. */
    static WorkflowView planned(TestSite site, Screen screen, String token) {
        WorkflowView view = of(site, screen, token);
        view.send(example("coast.json"));
        view.visit.awaitText(".workflow h2", "coast");
        view.visit.await(BOOK);
        return view;
    }

    static Path example(String name) {
        try {
            return Path.of(
                    Objects.requireNonNull(WorkflowView.class.getResource(name)).toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    // ---- what people do

    void send(Path file) {
        visit.until("the field", () -> visit.has("#workflow-file:enabled"));
        visit.driver
                .findElement(By.cssSelector("#workflow-file"))
                .sendKeys(file.toAbsolutePath().toString());
    }

    /** On the timetable, as drops go astray: the browser must not open the file in place of the page. */
    void drop(Path file) throws IOException {
        visit.await("berth-upload");
        visit.script("""
                const files = new DataTransfer();
                files.items.add(new File([arguments[0]], 'dropped'));
                for (const kind of ['dragover', 'drop']) {
                  const event = new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true });
                  document.querySelector('.stage').dispatchEvent(event);
                  if (!event.defaultPrevented) throw new Error(kind);
                }
                """, Files.readString(file));
    }

    void choose(String field, String value) {
        put("[data-field=" + field + "] select", value);
    }

    /** A time, as the field takes it: Zurich's clocks are an hour ahead in November. */
    void set(String field, Instant time) {
        put(
                "[data-field=" + field + "] input",
                time.plus(Duration.ofHours(1)).toString().substring(0, 16));
    }

    private void put(String selector, String value) {
        visit.await(selector);
        visit.script(
                "const field = document.querySelector(arguments[0]); field.value = arguments[1]; field.dispatchEvent(new Event('change'))",
                selector,
                value);
    }

    /** Per cent of the time to the deadline. */
    void threshold(String percent) {
        put("[data-field=threshold] input", percent);
    }

    void only(String pool) {
        visit.await("[data-field=pools]");
        visit.script("""
                for (const box of document.querySelectorAll('[data-field=pools] label')) {
                  if (box.querySelector('input').checked !== (box.textContent.trim() === arguments[0])) box.click();
                }
                """, pool);
    }

    // ---- what is to be seen

    List<List<String>> levels() {
        List<List<String>> levels = new ArrayList<>();
        for (WebElement level : visit.driver.findElements(By.cssSelector(".graph .level"))) {
            levels.add(level.findElements(By.cssSelector(".node")).stream()
                    .map(node -> Objects.requireNonNull(node.getDomAttribute("data-node")))
                    .sorted()
                    .toList());
        }
        return levels;
    }

    String pointed() {
        return String.valueOf(visit.script("return [...document.querySelector('berth-app').site.pointed].join()"));
    }

    Instant deadline() {
        return Instant.ofEpochMilli(((Number) Objects.requireNonNull(
                        visit.script("return document.querySelector('berth-app').site.lines[0].at")))
                .longValue());
    }

    List<Slot> slots() {
        List<?> found = (List<?>) Objects.requireNonNull(visit.script("""
                return document.querySelector('berth-timetable').prepare().layout.pools.flatMap((pool) => pool.planned.map((bar) => (
                  { task: bar.task.key, pool: pool.name, lane: bar.lane, start: bar.start, runs: bar.runs, end: bar.end })))
                """));
        return found.stream()
                .map(each -> (Map<?, ?>) each)
                .map(each -> new Slot(
                        text(each, "task"),
                        text(each, "pool"),
                        number(each, "lane"),
                        number(each, "start"),
                        number(each, "runs"),
                        number(each, "end")))
                .toList();
    }

    private static String text(Map<?, ?> values, String name) {
        return (String) Objects.requireNonNull(values.get(name));
    }

    private static long number(Map<?, ?> values, String name) {
        return ((Number) Objects.requireNonNull(values.get(name))).longValue();
    }

    Slot slot(String task) {
        return slots().stream()
                .filter(each -> each.task.equals(task))
                .findFirst()
                .orElseThrow();
    }

    /** No two tasks are on the same lane at once. */
    void areSideBySide() {
        slots().stream()
                .sorted(Comparator.comparingLong(Slot::start))
                .collect(Collectors.groupingBy(each -> each.pool + " " + each.lane))
                .values()
                .forEach(lane -> {
                    for (int i = 1; i < lane.size(); i++) {
                        assertThat(lane.get(i).start).isGreaterThanOrEqualTo(lane.get(i - 1).end);
                    }
                });
    }

    /** How much of a slot, between two times, has a colour of the style sheet. */
    double share(Slot slot, long from, long to, String colour) {
        Object found = visit.script("""
                const table = document.querySelector('berth-timetable');
                const [{ pool, lane, from, to }, name] = arguments;
                const laid = table.prepare().layout.pools.find((each) => each.name === pool);
                const left = Math.ceil(table.x(from)) + 2;
                const wide = Math.floor(table.x(to)) - 2 - left;
                const top = Math.round(laid.top + 26 + lane * laid.lane + 2 - table.querySelector('.scroller').scrollTop);
                const high = Math.floor(laid.lane) - 5;
                const wanted = getComputedStyle(table).getPropertyValue(name).trim().slice(1).match(/../g).map((part) => parseInt(part, 16));
                const { data } = table.querySelector('.bars').getContext('2d').getImageData(left, top, wide, high);
                let same = 0;
                for (let at = 0; at < data.length; at += 4) {
                  same += wanted.every((part, place) => Math.abs(data[at + place] - part) < 3) ? 1 : 0;
                }
                return same / (wide * high);
                """, Map.of("pool", slot.pool, "lane", slot.lane, "from", from, "to", to), colour);
        return ((Number) Objects.requireNonNull(found)).doubleValue();
    }

    /** Where the middle of a slot is in the window. */
    List<Integer> middle(Slot slot) {
        List<?> found =
                (List<?>) Objects.requireNonNull(visit.script("""
                const table = document.querySelector('berth-timetable');
                const canvas = table.querySelector('.bars').getBoundingClientRect();
                const pool = table.prepare().layout.pools.find((each) => each.name === arguments[0]);
                return [canvas.left + table.x(arguments[2]), canvas.top + pool.top + 26 + (arguments[1] + 0.5) * pool.lane];
                """, slot.pool, slot.lane, (slot.start + slot.end) / 2));
        return found.stream().map(each -> ((Number) each).intValue()).toList();
    }
}
