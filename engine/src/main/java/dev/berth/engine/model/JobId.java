package dev.berth.engine.model;

/** What its user calls a job; need not be unique. */
public record JobId(String name) {
    public JobId {
        BadValue.unless(
                !name.isBlank() && name.length() <= 200, "id", '"' + name + '"', "a job's id has 1 to 200 characters");
    }

    @Override
    public String toString() {
        return name;
    }
}
