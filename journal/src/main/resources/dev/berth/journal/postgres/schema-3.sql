-- Nothing was ever written to it.
DROP TABLE berth.server;

-- The servers of a site, each of which writes its own row about once a second.
CREATE TABLE berth.server (
    site bigint NOT NULL REFERENCES berth.site ON DELETE CASCADE,
    name text NOT NULL,
    address text NOT NULL,
    -- The leaders of all sites are spread over the hosts.
    host text NOT NULL,
    build text NOT NULL,
    format integer NOT NULL,
    leads boolean NOT NULL,
    since timestamptz NOT NULL,
    entry bigint NOT NULL,
    lag bigint NOT NULL,
    seen timestamptz NOT NULL,
    stopped boolean NOT NULL DEFAULT false,
    drained boolean NOT NULL DEFAULT false,
    PRIMARY KEY (site, name)
) WITH (fillfactor = 10);

-- Whom the last leader has left the site to; for a second, the others let that server go first.
ALTER TABLE berth.site ADD COLUMN heir text NOT NULL DEFAULT '';

UPDATE berth.version SET number = 3;
