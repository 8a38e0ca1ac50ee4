-- By which the servers of a site know each other. Apart from the site, so that those who may read that cannot read this.
CREATE TABLE berth.peer (
    site bigint PRIMARY KEY REFERENCES berth.site ON DELETE CASCADE,
    secret text NOT NULL DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);

-- The servers of a site, each of which writes its own row about once a second.
CREATE TABLE berth.server (
    site bigint NOT NULL REFERENCES berth.site ON DELETE CASCADE,
    address text NOT NULL,
    program text NOT NULL,
    entry bigint NOT NULL,
    seen timestamptz NOT NULL,
    drained boolean NOT NULL DEFAULT false,
    PRIMARY KEY (site, address)
) WITH (fillfactor = 10);

UPDATE berth.version SET number = 2;
