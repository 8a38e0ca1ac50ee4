package dev.berth.service.use;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Slice;
import dev.berth.service.guard.HostReading;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Pieces of a reservation that are given back together while the rest goes on. Of servers that are cards each may be given back, but not
 * all of them: somebody at work on the processors may be about to use one. Of hosts with parts it is the same number of cards of each
 * host, because a reservation takes as much of each; all of them, or its share of a card, only if cores were booked that it keeps.
 */
final class IdlePieces {
    private IdlePieces() {}

    static Set<IdlePiece> servers(Placement placement) {
        Set<IdlePiece> all = new HashSet<>();
        placement.servers().forEach(server -> all.add(IdlePiece.server(server)));
        return all;
    }

    /** Most of these pieces that a reservation can give back and go on without; none of others that it has not. */
    static Set<IdlePiece> releasable(Placement placement, Collection<IdlePiece> free) {
        return placement.taken().devices().isEmpty() ? servers(placement, free) : cards(placement, free);
    }

    private static Set<IdlePiece> servers(Placement placement, Collection<IdlePiece> free) {
        Set<IdlePiece> own = new HashSet<>();
        for (IdlePiece piece : free) {
            if (piece.isServer() && placement.servers().contains(piece.server())) {
                own.add(piece);
            }
        }
        return own.size() == placement.count() ? Set.of() : own;
    }

    private static Set<IdlePiece> cards(Placement placement, Collection<IdlePiece> free) {
        long[] bits = bits(placement, free);
        Slice slice = placement.taken().slice();
        int each = Arrays.stream(bits).mapToInt(Long::bitCount).min().orElse(0);
        long all = slice.share() == null ? slice.amounts().get(HostReading.CARD) : 1;
        if (each == all && slice.amounts().get(HostLoads.CORES) == 0) {
            return Set.of();
        }
        Set<IdlePiece> some = new HashSet<>();
        for (int place = 0; place < bits.length; place++) {
            long left = bits[place];
            for (int i = 0; i < each; i++) {
                some.add(new IdlePiece(placement.servers().get(place), Long.numberOfTrailingZeros(left)));
                left &= left - 1;
            }
        }
        return some;
    }

    /** The devices among these pieces, in the order of the servers. */
    private static long[] bits(Placement placement, Collection<IdlePiece> some) {
        ServerSet servers = placement.servers();
        long[] bits = new long[servers.size()];
        for (int place = 0; place < bits.length; place++) {
            for (IdlePiece piece : some) {
                if (piece.server() == servers.get(place) && !piece.isServer()) {
                    bits[place] |=
                            (1L << piece.device()) & placement.taken().devices().bits(place);
                }
            }
        }
        return bits;
    }

    /** Adjustment that gives pieces back. */
    static Adjustment release(Placement placement, Collection<IdlePiece> some) {
        return some.stream().anyMatch(IdlePiece::isServer)
                ? new Adjustment.Release(ServerSet.of(some.stream()
                        .mapToInt(IdlePiece::server)
                        .distinct()
                        .sorted()
                        .toArray()))
                : new Adjustment.ReleaseDevices(HostReading.CARD, Devices.of(bits(placement, some)));
    }
}
