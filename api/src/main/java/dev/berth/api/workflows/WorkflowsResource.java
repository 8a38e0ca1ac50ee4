package dev.berth.api.workflows;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.service.account.Role;
import dev.berth.service.workflow.LongWork;
import dev.berth.service.workflow.Upload;
import dev.berth.service.workflow.UploadReader;
import dev.berth.service.workflow.Uploads;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.read.ReadWorkflow;
import java.util.List;
import java.util.Set;

/** {@code /workflows}: workflows that were sent to be planned. */
public final class WorkflowsResource {
    static final String UPLOADS = "/workflows";
    /** Content types of uploads, as in the description of the API. */
    static final List<String> TYPES =
            List.of(Answer.JSON, "application/xml", "application/gzip", "application/octet-stream");

    public static final int MOST_BYTES = 8 << 20;

    private final Uploads uploads;
    private final LongWork longWork;

    public WorkflowsResource(Uploads uploads, LongWork longWork) {
        this.uploads = uploads;
        this.longWork = longWork;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("POST", UPLOADS, Role.USER, this::upload).taking(TYPES, MOST_BYTES),
                new Endpoint("GET", UPLOADS, Role.USER, this::list).atLeader(),
                new Endpoint("GET", "/workflows/{workflow}", Role.USER, this::get).atLeader(),
                new Endpoint("DELETE", "/workflows/{workflow}", Role.USER, this::remove));
    }

    private Answer upload(Call call) {
        byte[] file = call.content().get();
        Upload upload = longWork.work(call.client(), () -> {
            ReadWorkflow read = UploadReader.read(file);
            return uploads.add(call.account().name(), read, Profile.of(read.workflow()));
        });
        return Answer.json(201, WorkflowJson.summary(upload)).with("Location", "/api/v1/workflows/" + upload.id());
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of());
        query.closed().check();
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray("workflows");
        uploads.list(call.account()::owns).forEach(upload -> array.add(WorkflowJson.line(upload)));
        return Answer.ok(node);
    }

    private Answer get(Call call) {
        return Answer.ok(WorkflowJson.graph(uploads.own(call.account(), call.variable("workflow"))));
    }

    private Answer remove(Call call) {
        uploads.remove(uploads.own(call.account(), call.variable("workflow")).id());
        return Answer.nothing();
    }
}
