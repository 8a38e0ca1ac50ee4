package dev.berth.service.http.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.peer.Peer;
import dev.berth.service.peer.Peers;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.Times;

/** The servers of a site as JSON. */
public final class ServersJson {
    private ServersJson() {}

    public static ObjectNode of(Peers.Standing standing) {
        ObjectNode node = Json.object().put("version", standing.version());
        if (standing.term() > 0) {
            node.put("term", standing.term());
        }
        standing.peers().stream()
                .filter(Peer::leads)
                .findFirst()
                .ifPresent(leader -> node.put("leader", leader.name()));
        ArrayNode servers = node.putArray("servers");
        standing.peers().forEach(peer -> servers.add(of(peer)));
        return node;
    }

    private static ObjectNode of(Peer peer) {
        ObjectNode node = Json.object()
                .put("name", peer.name())
                .put("address", peer.address())
                .put("state", peer.leads() ? "leads" : peer.isAlive() ? "follows" : "silent")
                .put("drained", peer.isDrained())
                .put("since", Times.instant(peer.since()))
                .put("seen", Times.instant(peer.seen()))
                .put("version", peer.version())
                .put("lag", peer.lag())
                .put("build", peer.build());
        return peer.format() > 0 ? node.put("format", peer.format()) : node;
    }
}
