package dev.berth.engine.intake;

import dev.berth.engine.model.BadValue;

/** Somebody with requests. */
public record User(String name, Priority priority) {
    public User {
        if (name.isBlank()) {
            throw new BadValue("user", '"' + name + '"', "a user has a name");
        }
    }
}
