package dev.berth.cli.admit;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.csv.Header;
import dev.berth.cli.csv.Source;
import dev.berth.cli.csv.Table;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code pool,servers,rate}. */
public final class PoolsFile {
    private static final int POOL = 0;
    private static final int SERVERS = 1;
    private static final int RATE = 2;
    private static final Header HEADER = new Header(List.of("pool", "servers", "rate"), List.of());

    private PoolsFile() {}

    public static List<Pool> read(Source source) throws IOException {
        List<Pool> pools = new ArrayList<>();
        Map<PoolId, Long> lines = new HashMap<>();
        try (Table table = new Table(source, HEADER)) {
            while (table.next()) {
                Pool pool = pool(table);
                Long before = lines.putIfAbsent(pool.id(), table.line());
                if (before != null) {
                    throw table.bad(POOL, "is already the name of the pool in line " + before);
                }
                pools.add(pool);
            }
        }
        if (pools.isEmpty()) {
            throw new BadInput(source.name()
                    + ": contains no pools; describe one in each line below the header, such as fast,10,1");
        }
        return pools;
    }

    private static Pool pool(Table table) {
        long servers = table.number(SERVERS, "servers");
        if (servers < 1 || servers > Pool.MOST_SERVERS) {
            throw table.bad(SERVERS, "must be from 1 to " + Pool.MOST_SERVERS);
        }
        try {
            return new Pool(new PoolId(table.text(POOL)), (int) servers, Rate.of(table.text(RATE)), Map.of());
        } catch (BadValue e) {
            throw table.bad(e.field().equals("rate") ? RATE : POOL, e.rule());
        }
    }
}
