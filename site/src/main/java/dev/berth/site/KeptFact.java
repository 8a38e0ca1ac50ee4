package dev.berth.site;

import dev.berth.engine.calendar.Undo;
import dev.berth.site.codec.Codec;

/** A fact and its keeper. */
record KeptFact<F>(FactKeeper<F> keeper, F fact) {
    static <F> KeptFact<F> recorded(FactKeeper<F> keeper, Object fact) {
        return new KeptFact<>(keeper, keeper.type().cast(fact));
    }

    static <F> KeptFact<F> read(FactKeeper<F> keeper, EntryBody.Fact written) {
        return new KeptFact<>(keeper, Codec.read(keeper.type(), written.bytes()));
    }

    Undo apply(long time, String actor) {
        return keeper.apply(fact, time, actor);
    }

    EntryBody.Fact written() {
        return new EntryBody.Fact(keeper.kind(), Codec.text(keeper.type(), fact));
    }

    Committed.Fact committed() {
        return new Committed.Fact(keeper.kind(), fact);
    }
}
