package dev.berth.api.workflows;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.workflow.Upload;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import dev.berth.workflow.model.Profile;
import dev.berth.workflow.model.Task;
import dev.berth.workflow.model.Workflow;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Workflows that were sent to be planned. */
final class WorkflowJson {
    private WorkflowJson() {}

    /** One line of a list. */
    static ObjectNode line(Upload upload) {
        return Json.object()
                .put("id", upload.id())
                .put("name", upload.read().workflow().name())
                .put("user", upload.owner())
                .put("expires", Times.instant(upload.expires()))
                .put("taskCount", upload.profile().tasks())
                .put("edgeCount", upload.profile().edges());
    }

    static ObjectNode summary(Upload upload) {
        Profile profile = upload.profile();
        Workflow workflow = upload.read().workflow();
        ObjectNode node = line(upload)
                .put("format", upload.read().format().title())
                .put("levels", profile.levels())
                .put("widest", profile.widest())
                .put("entries", profile.entries())
                .put("exits", profile.exits())
                .put("work", Times.duration(profile.work()))
                .put("bytes", profile.data())
                .put("parallelism", rounded(profile.parallelism()))
                .put("criticalWork", Times.duration(profile.criticalWork()));
        ArrayNode path = node.putArray("criticalPath");
        profile.criticalPath().forEach(task -> path.add(workflow.task(task).id()));
        ArrayNode notes = node.putArray("notes");
        upload.read().notes().forEach(notes::add);
        return node;
    }

    /** With all tasks and edges, to be drawn; edges name tasks by their place in the list. */
    static ObjectNode graph(Upload upload) {
        ObjectNode node = summary(upload);
        Workflow workflow = upload.read().workflow();
        int[] levels = workflow.levels();
        ArrayNode tasks = node.putArray("tasks");
        for (int at = 0; at < workflow.size(); at++) {
            Task task = workflow.task(at);
            tasks.addObject()
                    .put("id", task.id())
                    .put("kind", task.kind())
                    .put("work", Times.duration(task.work()))
                    .put("level", levels[at]);
        }
        ArrayNode edges = node.putArray("edges");
        for (int edge = 0; edge < workflow.edgeCount(); edge++) {
            edges.addObject()
                    .put("from", workflow.from(edge))
                    .put("to", workflow.to(edge))
                    .put("bytes", workflow.data(edge));
        }
        return node;
    }

    static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP);
    }
}
