package dev.berth.cli.replay;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Records as JSON, with numbers as people write them: 0.0001, not 1.0E-4. */
public final class RecordJson {
    private static final int DECIMALS = 12;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .addModule(new SimpleModule().addSerializer(double.class, new Plain()))
            .build();

    private RecordJson() {}

    public static String of(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not to be written as JSON: " + value.getClass(), e);
        }
    }

    private static final class Plain extends JsonSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeNumber(BigDecimal.valueOf(value)
                    .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                    .stripTrailingZeros());
        }
    }
}
