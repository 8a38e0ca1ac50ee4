CREATE SCHEMA IF NOT EXISTS berth;

CREATE TABLE berth.version (number integer NOT NULL);
INSERT INTO berth.version VALUES (1);

-- One row for each site. Room in each page, so that an update need not touch the index.
CREATE TABLE berth.site (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE,
    term bigint NOT NULL DEFAULT 0,
    last bigint NOT NULL DEFAULT 0,
    leader text NOT NULL DEFAULT '',
    address text NOT NULL DEFAULT '',
    lease timestamptz NOT NULL DEFAULT '-infinity',
    whole boolean NOT NULL DEFAULT true
) WITH (fillfactor = 10);

CREATE TABLE berth.entry (
    site bigint NOT NULL REFERENCES berth.site ON DELETE CASCADE,
    number bigint NOT NULL,
    term bigint NOT NULL,
    time bigint NOT NULL,
    kind text NOT NULL,
    body bytea NOT NULL,
    sum bigint NOT NULL,
    PRIMARY KEY (site, number)
);

CREATE TABLE berth.snapshot (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    site bigint NOT NULL REFERENCES berth.site ON DELETE CASCADE,
    term bigint NOT NULL,
    up_to bigint NOT NULL,
    length bigint NOT NULL DEFAULT 0,
    parts integer NOT NULL DEFAULT 0,
    sum bigint NOT NULL DEFAULT 0,
    state text NOT NULL DEFAULT 'begun' CHECK (state IN ('begun', 'whole', 'aside'))
);

CREATE TABLE berth.snapshot_part (
    snapshot bigint NOT NULL REFERENCES berth.snapshot ON DELETE CASCADE,
    part integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (snapshot, part)
);

-- The one way in. Whoever names another term or another last entry writes nothing.
CREATE FUNCTION berth.append(
    of_site bigint, of_term bigint, after bigint, renewed interval,
    times bigint[], kinds text[], bodies bytea[], sums bigint[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    UPDATE berth.site SET last = last + cardinality(times), lease = clock_timestamp() + renewed
        WHERE id = of_site AND term = of_term AND last = after;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'another server leads this site' USING ERRCODE = 'BR001';
    END IF;
    INSERT INTO berth.entry (site, number, term, time, kind, body, sum)
        SELECT of_site, after + each.position, of_term, each.time, each.kind, each.body, each.sum
        FROM unnest(times, kinds, bodies, sums) WITH ORDINALITY AS each(time, kind, body, sum, position);
END
$$;
