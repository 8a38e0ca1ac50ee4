package dev.berth.site.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.Samples;
import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Shape;
import dev.berth.engine.opportunistic.Turn;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CodecTest {
    private static <T> void roundTrips(Class<T> type, List<T> samples) {
        assertThat(samples.stream().map(Object::getClass).distinct())
                .as("a sample of every %s: a new one needs one in Samples", type.getSimpleName())
                .containsExactlyInAnyOrder(type.getPermittedSubclasses());
        for (T sample : samples) {
            byte[] json = Codec.write(type, sample);
            T read = Codec.read(type, json);
            assertThat(read).as(text(json)).isEqualTo(sample);
            assertThat(text(Codec.write(type, read))).isEqualTo(text(json));
        }
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void events_readBackEqual() {
        roundTrips(Event.class, Samples.events());
    }

    @Test
    void commands_readBackEqual() {
        roundTrips(Command.class, Samples.commands());
    }

    @Test
    void whatEventsAndCommandsAreMadeOf_readBackEqual() {
        roundTrips(Refusal.class, Samples.refusals());
        roundTrips(Turn.class, Samples.turns());
        roundTrips(Shape.class, Samples.shapes());
        roundTrips(Adjustment.class, Samples.adjustments());
    }

    /** The form is what journals hold: it may grow, but what is here must stay readable. */
    @Test
    void event_isWrittenLikeThis() {
        assertThat(text(Codec.write(Event.class, new Event.Reserved(Samples.plain())))
                        .replace('"', '\''))
                .isEqualTo(
                        "{'type':'Reserved','reservation':{'id':1,'job':{'id':'plain','user':'','ready':1,'deadline':3,"
                                + "'shape':{'type':'Rigid','servers':1,'each':2},'requirements':{'attributes':{}},'terms':{}},"
                                + "'placement':{'pool':'gpu \\'ö\\' 𝄞','count':3,"
                                + "'window':{'start':1700000000000,'end':1152921504606846976},'servers':[]},"
                                + "'state':'WAITING','agreement':{'made':0,'price':'0.00','fees':'0.00'}}}");
    }

    @Test
    void nullComponentsOfTheEngine_areKnown() {
        Map<Class<?>, Set<String>> marked = new HashMap<>();
        Set<Class<?>> seen = new HashSet<>();
        Stream.of(Event.class, Command.class).forEach(type -> collect(type, seen, marked));
        assertThat(marked).isEqualTo(Nullables.COMPONENTS);
    }

    private static void collect(Class<?> type, Set<Class<?>> seen, Map<Class<?>, Set<String>> marked) {
        if (!seen.add(type)) {
            return;
        }
        if (type.isSealed()) {
            Arrays.stream(type.getPermittedSubclasses()).forEach(each -> collect(each, seen, marked));
        }
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                    marked.computeIfAbsent(type, t -> new HashSet<>()).add(component.getName());
                }
                collect(component.getType(), seen, marked);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type':'Confirm'}|/reservation|missing",
                "{'type':'Confirm','reservation':null}|/reservation|null",
                "{'type':'Confirm','reservation':'1'}|/reservation|whole number",
                "{'type':'Confirm','reservation':1.0}|/reservation|whole number",
                "{'type':'Confirm','reservation':9223372036854775808}|/reservation|64 bits",
                "{'type':'Confirm','reservation':0}|/reservation|must be at least 1",
                "{'type':'Confirm','reservation':1,'x~/y':2}|/x~0~1y|unknown field",
                "{'type':'Explode','reservation':1}|/type|unknown type",
                "{'reservation':1}|/type|one of",
                "{'type':3}|/type|one of",
                "[]|``|an object is expected, not an array",
                "{'type':'Confirm','reservation':1} 1|``|not JSON",
                "{'type':'Confirm','type':'Cancel','reservation':1}|``|not JSON",
                "``|``|nothing there",
                "nul|``|not JSON",
                "{'type':'NameServers','pool':' '}|/pool|no spaces",
                "{'type':'NameServers','pool':'\\ud800'}|/pool|surrogate",
                "{'type':'NameServers','pool':'x\\udc00\\ud800'}|/pool|surrogate",
                "{'type':'AddServers','pool':'p','count':2147483648,'from':0}|/count|overflow",
                "{'type':'Fail','pool':'p','servers':{}}|/servers|an array is expected",
                "{'type':'Fail','pool':'p','servers':[1,'x']}|/servers/1|whole number",
                "{'type':'Fail','pool':'p','servers':[1,1]}|/servers|named only once",
                "{'type':'Drain','pool':'p','servers':[1],'window':{'start':1,'end':2},'reportOnly':1}|/reportOnly|true or false",
                "{'type':'Drain','pool':'p','servers':[1],'window':{'start':2,'end':1},'reportOnly':true}|/window|must be after",
                "{'type':'Overrun','reservation':1,'more':1,'policy':'PRAY'}|/policy|none of",
                "{'type':'AddPool','pool':{'id':'p','servers':1,'rate':'1e999999999','attributes':{}}}|/pool/rate|decimal",
                "{'type':'AddPool','pool':{'id':'p','servers':1,'rate':'2','attributes':{}}}|/pool/rate|at most 1",
                "{'type':'AddPool','pool':{'id':'p','servers':1,'rate':1,'attributes':{}}}|/pool/rate|a text",
                "{'type':'AddPool','pool':{'id':'p','servers':1,'rate':'1','attributes':[]}}|/pool/attributes|an object",
                "{'type':'AddPool','pool':{'id':'p','servers':1,'rate':'1','attributes':{'a':true}}}|/pool/attributes/a|not true",
                "{'type':'Adjust','reservation':1,'adjustment':7}|/adjustment|not the number 7",
            })
    void whatWouldNotHaveBeenWritten_isRefusedWithItsPlace(String json, String place, String problem) {
        assertThatThrownBy(() -> Codec.read(Command.class, bytes(json))).isInstanceOfSatisfying(Malformed.class, e -> {
            assertThat(e.place()).isEqualTo(place);
            assertThat(e.problem()).contains(problem);
            assertThat(e.getMessage()).contains(problem).contains(place);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1x", "01", "+1", "9999999999999999999"})
    void keysThatAreNoPlainNumbers_areRefused(String key) {
        assertThatThrownBy(() -> Codec.read(Shape.class, bytes("{'type':'Table','byServers':{'" + key + "':5}}")))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining("/byServers/" + key);
    }

    @Test
    void aRuleOfTheModel_isTheCause() {
        assertThatThrownBy(() -> Codec.read(Command.class, bytes("{'type':'Confirm','reservation':-5}")))
                .hasCauseInstanceOf(BadValue.class);
    }

    @Test
    void deepNesting_isRefused() {
        assertThatThrownBy(() -> Codec.parse(bytes("[".repeat(100_000)))).isInstanceOf(Malformed.class);
    }

    private record Note(Optional<String> text, Set<Money> amounts, Map<Long, Boolean> flags, Optional<Money> price) {}

    @Test
    void facts_mayHaveWhatIsMissing() {
        Set<Money> amounts = Set.of(Money.of("1.5"), Money.ZERO, Money.of("-3"));
        Note note = new Note(Optional.empty(), amounts, Map.of(-1L, true), Optional.of(Money.of("2.125")));
        byte[] json = Codec.write(Note.class, note);
        assertThat(text(json).replace('"', '\''))
                .isEqualTo("{'amounts':['-3.00','0.00','1.50'],'flags':{'-1':true},'price':'2.125'}");
        assertThat(Codec.read(Note.class, json)).isEqualTo(note);
        assertThatThrownBy(() -> Codec.read(Note.class, bytes("{'amounts':['1','1.0'],'flags':{}}")))
                .hasMessageContaining("/amounts: something is in it twice");
        assertThatThrownBy(() -> Codec.write(Note.class, new Note(null, amounts, Map.of(), Optional.empty())))
                .hasMessageContaining("Note.text is null");
    }

    @Test
    void typesWithoutAForm_areRefused() {
        record Bad(Object anything) {}
        record BadKey(Map<Job, String> map) {}
        assertThatThrownBy(() -> Codec.write(Bad.class, new Bad(1))).hasMessageContaining("no JSON form");
        assertThatThrownBy(() -> Codec.write(BadKey.class, new BadKey(Map.of())))
                .hasMessageContaining("keys of a map");
        assertThatThrownBy(() -> Codec.write(String.class, "half a\ud800pair")).hasMessageContaining("surrogate");
        assertThatThrownBy(() -> Codec.write(String.class, "half a pair\ud800")).hasMessageContaining("surrogate");
    }
}
