package dev.berth.site.codec;

import dev.berth.engine.intake.Priority;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.OpportunistId;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.WaiterId;
import dev.berth.engine.model.Work;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which form a type has. Forms are found by reflection once, and kept. */
final class Forms {
    private static final Map<Type, Form> KNOWN = new ConcurrentHashMap<>();

    static {
        Form wholeInt = Plain.whole(Integer.class, Integer::longValue, Math::toIntExact);
        Form wholeLong = Plain.whole(Long.class, Long::longValue, Long::valueOf);
        KNOWN.put(int.class, wholeInt);
        KNOWN.put(Integer.class, wholeInt);
        KNOWN.put(long.class, wholeLong);
        KNOWN.put(Long.class, wholeLong);
        KNOWN.put(boolean.class, new Flag());
        KNOWN.put(Boolean.class, new Flag());
        KNOWN.put(String.class, Plain.text(String.class, text -> text, text -> text));
        KNOWN.put(PoolId.class, Plain.text(PoolId.class, PoolId::name, PoolId::new));
        KNOWN.put(JobId.class, Plain.text(JobId.class, JobId::name, JobId::new));
        KNOWN.put(ReservationId.class, Plain.whole(ReservationId.class, ReservationId::number, ReservationId::new));
        KNOWN.put(WaiterId.class, Plain.whole(WaiterId.class, WaiterId::number, WaiterId::new));
        KNOWN.put(OpportunistId.class, Plain.whole(OpportunistId.class, OpportunistId::number, OpportunistId::new));
        KNOWN.put(Work.class, Plain.whole(Work.class, Work::amount, Work::new));
        KNOWN.put(
                Priority.class,
                Plain.whole(
                        Priority.class,
                        priority -> (long) priority.level(),
                        level -> new Priority(Math.toIntExact(level))));
        KNOWN.put(Money.class, Plain.decimal(Money.class, Money::of));
        KNOWN.put(Rate.class, Plain.decimal(Rate.class, Rate::of));
        KNOWN.put(ServerSet.class, new Servers());
        KNOWN.put(Amounts.class, new AmountsForm());
        KNOWN.put(Devices.class, new DeviceBits());
    }

    private Forms() {}

    static Form of(Type type) {
        Form known = KNOWN.get(type);
        if (known == null) {
            known = find(type);
            KNOWN.put(type, known);
        }
        return known;
    }

    private static Form find(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] of = generic.getActualTypeArguments();
            Type raw = generic.getRawType();
            if (raw == List.class) {
                return new Elements(of(of[0]), false);
            } else if (raw == Set.class) {
                return new Elements(of(of[0]), true);
            } else if (raw == Map.class || raw == NavigableMap.class) {
                return new Entries(key(of[0]), of(of[1]), raw == NavigableMap.class);
            } else if (raw == Optional.class) {
                return new Possible(of(of[0]));
            }
        } else if (type instanceof Class<?> plain) {
            if (plain.isEnum()) {
                return constants(plain);
            } else if (plain.isRecord()) {
                return new Components(plain);
            } else if (plain.isSealed()) {
                return new Tagged(plain);
            }
        }
        throw new IllegalArgumentException("no JSON form for " + type.getTypeName());
    }

    private static Plain key(Type type) {
        if (of(type) instanceof Plain plain) {
            return plain;
        }
        throw new IllegalArgumentException("no keys of a map in JSON: " + type.getTypeName());
    }

    private static Plain constants(Class<?> type) {
        Map<String, Object> byName = new LinkedHashMap<>();
        List<Enum<?>> constants = Arrays.stream(type.getEnumConstants())
                .<Enum<?>>map(constant -> (Enum<?>) constant)
                .toList();
        DurableNames names =
                DurableNames.of(type, constants.stream().map(Enum::name).toList());
        constants.forEach(constant -> byName.put(names.durable(constant.name()), constant));
        return Plain.text(Object.class, constant -> names.durable(((Enum<?>) constant).name()), name -> {
            Object constant = byName.get(name);
            if (constant == null) {
                throw new IllegalArgumentException('"' + Form.shortened(name) + "\" is none of " + byName.keySet());
            }
            return constant;
        });
    }
}
