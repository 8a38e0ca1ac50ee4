package dev.berth.api.provisioning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.service.account.Role;
import dev.berth.service.provision.Adverts;
import dev.berth.service.provision.ProvisionTerms;
import dev.berth.service.provision.SearchOrder;
import dev.berth.service.provision.Searches;
import dev.berth.service.provision.Searching;
import dev.berth.service.workflow.Upload;
import dev.berth.service.workflow.Uploads;
import dev.berth.site.Site;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import java.util.List;
import java.util.Set;

/** Starts searches for plans on what is advertised, and tells of them. */
public final class SearchesResource {
    private final Site site;
    private final Uploads uploads;
    private final Searches searches;
    private final Adverts adverts;

    public SearchesResource(Site site, Uploads uploads, Searches searches, Adverts adverts) {
        this.adverts = adverts;
        this.site = site;
        this.uploads = uploads;
        this.searches = searches;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", "/workflows/{workflow}/provision", Role.USER, this::start),
                new Endpoint("GET", "/searches", Role.USER, this::list).atLeader(),
                new Endpoint("GET", "/searches/{search}", Role.USER, this::get).atLeader(),
                new Endpoint("POST", "/searches/{search}/stop", Role.USER, this::stop).alsoWhenFull(),
                new Endpoint("DELETE", "/searches/{search}", Role.USER, this::cancel));
    }

    private Answer start(Call call) {
        Upload upload = uploads.own(call.account(), call.variable("workflow"));
        ProvisionTerms terms = ProvisionReader.read(call.body(), site.clock().millis());
        Searching search = new SearchOrder(upload, terms).start(site, adverts, searches);
        return Answer.json(202, ProvisionJson.of(search)).with("Location", "/api/v1/searches/" + search.id());
    }

    private Searching own(Call call) {
        return searches.own(call.account(), call.variable("search"));
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of());
        query.closed().check();
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray("searches");
        searches.list(call.account()::owns).forEach(search -> array.add(ProvisionJson.line(search)));
        return Answer.ok(node);
    }

    private Answer get(Call call) {
        return Answer.ok(ProvisionJson.of(own(call)));
    }

    private Answer stop(Call call) {
        Searching search = own(call);
        search.stop();
        return Answer.ok(ProvisionJson.of(search));
    }

    private Answer cancel(Call call) {
        searches.cancel(own(call).id());
        return Answer.nothing();
    }
}
