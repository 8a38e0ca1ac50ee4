package dev.berth.engine.model;

/** Name that a user gives to a job; need not be unique. */
public record JobId(String name) {
    public JobId {
        if (name.isBlank() || name.length() > 200) {
            throw new BadValue("id", name, "must have 1 to 200 characters");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
