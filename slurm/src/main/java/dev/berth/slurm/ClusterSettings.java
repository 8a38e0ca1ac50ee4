package dev.berth.slurm;

import dev.berth.engine.model.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings of a cluster behind the book, of whichever kind it is. */
public interface ClusterSettings {
    /** Mode of the service: whether it acts in the cluster or only watches. */
    enum Mode {
        /** It creates, changes and deletes its own reservations. */
        KEEP,
        /** It only looks, and says what it would do. */
        WATCH
    }

    Mode mode();

    /** The partitions whose nodes can be booked; a node in several of them belongs to the first. */
    List<String> partitions();

    /** How long before its start a reservation has its nodes named. */
    Duration lead();

    /** Rates of nodes by a feature that they have; the first that fits counts. */
    Map<String, Rate> rates();

    /** The rate of nodes that have none of these features. */
    Rate rate();

    /** How long a node must be down, or back, before it is believed. */
    Duration patience();

    /** How long nodes that fail together, or right after a silence, must be down before anybody loses what was promised. */
    Duration brake();

    /** Whether reservations are extended for jobs that take longer; empty to extend only what is not charged. */
    Optional<Boolean> extend();

    /** Whether nodes are booked only for Unix users whom the machine of the service knows. */
    boolean checkUsers();

    /** Whether nodes are booked in parts, where the cluster can hold these. */
    boolean parts();

    /** Names of the cluster's licences that are licences of the site. */
    List<String> licences();

    /** After how long a reservation in which nothing runs or waits is given back; empty for never. */
    Optional<Duration> idle();
}
