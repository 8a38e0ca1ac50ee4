-- Can be run again at any time. Operators read the views; the tables behind them may change with a new version.
CREATE SCHEMA IF NOT EXISTS berth_report;

-- How far the tables are. "time" is that of the last entry, "seen" may be later: nothing has changed until then.
CREATE TABLE IF NOT EXISTS berth_report.position (
    site bigint PRIMARY KEY,
    name text NOT NULL,
    entry bigint NOT NULL DEFAULT 0,
    sum bigint NOT NULL DEFAULT 0,
    time timestamptz NOT NULL DEFAULT to_timestamp(0),
    seen timestamptz NOT NULL DEFAULT to_timestamp(0)
);

CREATE TABLE IF NOT EXISTS berth_report.reservation (
    site bigint NOT NULL,
    id bigint NOT NULL,
    user_name text NOT NULL,
    project text NOT NULL,
    job text NOT NULL,
    pool text NOT NULL,
    servers integer NOT NULL,
    state text NOT NULL,
    ready_at timestamptz NOT NULL,
    deadline_at timestamptz NOT NULL,
    starts_at timestamptz,
    ends_at timestamptz,
    made_at timestamptz NOT NULL,
    held_until timestamptz,
    closed_at timestamptz,
    price numeric(24, 6) NOT NULL,
    fees numeric(24, 6) NOT NULL,
    PRIMARY KEY (site, id)
);
-- The share that it has of each server, in millionths: the largest that it takes of any part.
ALTER TABLE berth_report.reservation ADD COLUMN IF NOT EXISTS share integer NOT NULL DEFAULT 1000000;
CREATE INDEX IF NOT EXISTS reservation_start ON berth_report.reservation (starts_at);
CREATE INDEX IF NOT EXISTS reservation_open ON berth_report.reservation (site) WHERE closed_at IS NULL;

CREATE TABLE IF NOT EXISTS berth_report.refusal (
    site bigint NOT NULL,
    entry bigint NOT NULL,
    place integer NOT NULL,
    at timestamptz NOT NULL,
    user_name text NOT NULL,
    project text NOT NULL,
    reason text NOT NULL,
    requests bigint NOT NULL,
    PRIMARY KEY (site, entry, place)
);
-- What the requests asked for, in server-milliseconds; older programs did not count it.
ALTER TABLE berth_report.refusal ADD COLUMN IF NOT EXISTS asked numeric NOT NULL DEFAULT 0;
CREATE INDEX IF NOT EXISTS refusal_time ON berth_report.refusal (at);

-- Servers that were added to a pool, one row for each time.
CREATE TABLE IF NOT EXISTS berth_report.growth (
    site bigint NOT NULL,
    entry bigint NOT NULL,
    place integer NOT NULL,
    pool text NOT NULL,
    since timestamptz NOT NULL,
    servers integer NOT NULL,
    PRIMARY KEY (site, entry, place)
);

-- Server-milliseconds of what is over, and a row for every hour that a pool has existed.
CREATE TABLE IF NOT EXISTS berth_report.hour (
    site bigint NOT NULL,
    pool text NOT NULL,
    hour timestamptz NOT NULL,
    booked numeric NOT NULL DEFAULT 0,
    used numeric NOT NULL DEFAULT 0,
    PRIMARY KEY (site, pool, hour)
);

-- Server-milliseconds, millionths and requests of what is over, by day (UTC).
CREATE TABLE IF NOT EXISTS berth_report.day (
    site bigint NOT NULL,
    day date NOT NULL,
    user_name text NOT NULL,
    project text NOT NULL,
    pool text NOT NULL,
    booked numeric NOT NULL,
    used numeric NOT NULL,
    cost numeric NOT NULL,
    refused numeric NOT NULL,
    PRIMARY KEY (site, day, user_name, project, pool)
);
ALTER TABLE berth_report.day ADD COLUMN IF NOT EXISTS asked numeric NOT NULL DEFAULT 0;
-- Reservations left without servers, and server-milliseconds promised and never given.
ALTER TABLE berth_report.day ADD COLUMN IF NOT EXISTS broken numeric NOT NULL DEFAULT 0;
ALTER TABLE berth_report.day ADD COLUMN IF NOT EXISTS lost numeric NOT NULL DEFAULT 0;
-- Server-milliseconds that opportunistic jobs used beside what was booked.
ALTER TABLE berth_report.day ADD COLUMN IF NOT EXISTS opportunistic numeric NOT NULL DEFAULT 0;

CREATE TABLE IF NOT EXISTS berth_report.account (
    site bigint NOT NULL,
    name text NOT NULL,
    project text NOT NULL,
    PRIMARY KEY (site, name)
);

-- Pools whose servers have parts, as the journal has them: shares are of what a server has.
CREATE TABLE IF NOT EXISTS berth_report.pool (
    site bigint NOT NULL,
    name text NOT NULL,
    parts text NOT NULL,
    PRIMARY KEY (site, name)
);

-- What is open and has servers, with the end of its use so far.
CREATE OR REPLACE VIEW berth_report.open_reservation AS
SELECT r.site, r.user_name, coalesce(nullif(r.project, ''), a.project, '') AS project, r.pool, r.servers, r.starts_at, r.ends_at,
    CASE WHEN r.state = 'running' THEN least(r.ends_at, greatest(r.starts_at, p.seen)) ELSE r.starts_at END AS used_until,
    r.price + r.fees AS cost, p.seen, r.share
FROM berth_report.reservation r
JOIN berth_report.position p ON p.site = r.site
LEFT JOIN berth_report.account a ON a.site = r.site AND a.name = r.user_name
WHERE r.closed_at IS NULL AND r.state IN ('waiting', 'bound', 'running');

CREATE OR REPLACE VIEW berth_report.reservations AS
SELECT p.name AS site, 'r' || r.id AS reservation, r.user_name,
    CASE WHEN r.closed_at IS NULL THEN coalesce(nullif(r.project, ''), a.project, '') ELSE r.project END AS project,
    r.job, r.pool, r.servers, r.state, r.ready_at, r.deadline_at, r.starts_at, r.ends_at, r.made_at, r.held_until,
    r.closed_at, r.price, r.fees, round(r.share / 1000000.0, 6) AS share
FROM berth_report.reservation r
JOIN berth_report.position p ON p.site = r.site
LEFT JOIN berth_report.account a ON a.site = r.site AND a.name = r.user_name;

CREATE OR REPLACE VIEW berth_report.refusals AS
SELECT p.name AS site, r.at, r.user_name, r.project, r.reason, r.requests, round(r.asked / 3600000, 9) AS server_hours
FROM berth_report.refusal r
JOIN berth_report.position p ON p.site = r.site;

CREATE OR REPLACE VIEW berth_report.utilisation_hourly AS
WITH parts AS (
    SELECT site, pool, hour, booked, used FROM berth_report.hour
    UNION ALL
    SELECT o.site, o.pool, each.hour,
        ceil(o.share::numeric * o.servers * greatest(0, extract(epoch FROM
            least(o.ends_at, each.hour + interval '1 hour') - greatest(o.starts_at, each.hour))) / 1000),
        ceil(o.share::numeric * o.servers * greatest(0, extract(epoch FROM
            least(o.used_until, each.hour + interval '1 hour') - greatest(o.starts_at, each.hour))) / 1000)
    FROM berth_report.open_reservation o
    CROSS JOIN LATERAL generate_series(
        date_trunc('hour', o.starts_at, 'UTC'),
        least(o.ends_at, o.seen + interval '31 days') - interval '1 millisecond',
        interval '1 hour') AS each(hour)
), sums AS (
    SELECT site, pool, hour, sum(booked) AS booked, sum(used) AS used FROM parts GROUP BY site, pool, hour
), full_hours AS (
    SELECT s.*, (
        SELECT coalesce(sum(g.servers * 1000 * extract(epoch FROM s.hour + interval '1 hour' - greatest(g.since, s.hour))), 0)
        FROM berth_report.growth g
        WHERE g.site = s.site AND g.pool = s.pool AND g.since < s.hour + interval '1 hour') AS capacity
    FROM sums s
)
SELECT p.name AS site, f.pool, f.hour,
    round(f.capacity / 3600000, 9) AS capacity_server_hours,
    round(f.booked / 3600000, 9) AS booked_server_hours,
    round(f.used / 3600000, 9) AS used_server_hours,
    round(f.booked / nullif(f.capacity, 0), 6) AS utilisation
FROM full_hours f
JOIN berth_report.position p ON p.site = f.site;

CREATE OR REPLACE VIEW berth_report.usage_by_user AS
WITH parts AS (
    SELECT site, day, user_name, project, pool, booked, used, cost, refused, asked, broken, lost, opportunistic FROM berth_report.day
    UNION ALL
    SELECT o.site, (each.day AT TIME ZONE 'UTC')::date, o.user_name, o.project, o.pool,
        ceil(o.share::numeric * o.servers * greatest(0, extract(epoch FROM
            least(o.ends_at, each.day + interval '24 hours') - greatest(o.starts_at, each.day))) / 1000),
        ceil(o.share::numeric * o.servers * greatest(0, extract(epoch FROM
            least(o.used_until, each.day + interval '24 hours') - greatest(o.starts_at, each.day))) / 1000),
        CASE WHEN o.starts_at >= each.day THEN o.cost * 1000000 ELSE 0 END,
        0,
        0,
        0,
        0,
        0
    FROM berth_report.open_reservation o
    CROSS JOIN LATERAL generate_series(
        date_trunc('day', o.starts_at, 'UTC'),
        least(o.ends_at, o.starts_at + interval '400 days') - interval '1 millisecond',
        interval '24 hours') AS each(day)
)
SELECT p.name AS site, s.day, s.user_name, s.project, s.pool,
    round(sum(s.booked) / 3600000, 9) AS booked_server_hours,
    round(sum(s.used) / 3600000, 9) AS used_server_hours,
    round(sum(s.cost) / 1000000, 6) AS cost,
    sum(s.refused)::bigint AS refused,
    round(sum(s.asked) / 3600000, 9) AS refused_server_hours,
    sum(s.broken)::bigint AS promises_not_kept,
    round(sum(s.lost) / 3600000, 9) AS not_given_server_hours,
    round(sum(s.opportunistic) / 3600000, 9) AS opportunistic_server_hours
FROM parts s
JOIN berth_report.position p ON p.site = s.site
GROUP BY p.name, s.day, s.user_name, s.project, s.pool;
