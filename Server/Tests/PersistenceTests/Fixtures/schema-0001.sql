CREATE TABLE airworthy_migrations (
    number INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    made_at INTEGER NOT NULL
) STRICT;
INSERT INTO "airworthy_migrations" VALUES(1,'everything',1763632800123);
CREATE TABLE apps (
    slug TEXT NOT NULL PRIMARY KEY,
    bundle_id TEXT NOT NULL,
    apple_id INTEGER,
    platforms TEXT NOT NULL,
    default_language TEXT NOT NULL,
    pins TEXT NOT NULL,
    signing TEXT NOT NULL,
    audience TEXT NOT NULL,
    lineage TEXT NOT NULL,
    internal_builds TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    deleted_at INTEGER
) STRICT;
INSERT INTO "apps" VALUES('birthdays','com.example.birthdays',NULL,'["ios"]','en','[]','ci','production','birthdays','facts',1763632800123,1763632900000);
INSERT INTO "apps" VALUES('hashtags','com.example.hashtags',6504763618,'["ios","fridge"]','ja','[{"key":"AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=","role":"root"},{"key":"AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=","role":"online"}]','server','beta','line','full',1763632800123,NULL);
CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    done_at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    app TEXT,
    revision INTEGER,
    detail TEXT
) STRICT;
INSERT INTO "audit" VALUES(1,1763632800123,'Ada','app.created','hashtags',NULL,NULL);
INSERT INTO "audit" VALUES(2,1763632800123,'Ada','policy.published','hashtags',1,'why');
INSERT INTO "audit" VALUES(3,1763632900000,'airworthy','token.revoked',NULL,NULL,NULL);
CREATE TABLE catalogs (
    app TEXT NOT NULL PRIMARY KEY REFERENCES apps (slug),
    digest TEXT NOT NULL,
    manifest_digest TEXT NOT NULL,
    source TEXT NOT NULL,
    as_of INTEGER,
    updated_at INTEGER NOT NULL,
    author TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;
INSERT INTO "catalogs" VALUES('hashtags','digest','m-digest','manual',1763632800123,1763632800123,'Ada',X'7B2272656C6561736573223A5B5D7D');
CREATE TABLE heads (
    app TEXT NOT NULL PRIMARY KEY REFERENCES apps (slug),
    revision INTEGER NOT NULL CHECK (revision >= 0),
    policy_version INTEGER NOT NULL,
    next_revision INTEGER NOT NULL,
    needs_reissue INTEGER NOT NULL CHECK (needs_reissue IN (0, 1)),
    catalog_digest TEXT,
    catalog_published_at INTEGER
) STRICT;
INSERT INTO "heads" VALUES('birthdays',9,0,10,0,NULL,NULL);
INSERT INTO "heads" VALUES('hashtags',9223372036854775806,2,9223372036854775807,1,'catalog-digest',1763632800123);
CREATE TABLE manifests (
    app TEXT NOT NULL REFERENCES apps (slug),
    revision INTEGER NOT NULL,
    policy_version INTEGER NOT NULL,
    digest TEXT NOT NULL,
    payload_digest TEXT NOT NULL,
    size INTEGER NOT NULL,
    cause TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    expires_at INTEGER,
    author TEXT NOT NULL,
    note TEXT,
    body BLOB,
    PRIMARY KEY (app, revision)
) STRICT;
INSERT INTO "manifests" VALUES('birthdays',9,0,'digest-9','payload-9',3,'publish',1763632800123,NULL,'Ada',NULL,NULL);
INSERT INTO "manifests" VALUES('hashtags',1,1,'digest-1','payload-1',3,'publish',1763632800123,1766224800123,'Ada',NULL,X'010203');
INSERT INTO "manifests" VALUES('hashtags',9223372036854775806,2,'digest-m','payload-m',4,'rollback',1763632800123,1766224800123,'Ada','back',X'00FF000A');
CREATE TABLE policies (
    app TEXT NOT NULL REFERENCES apps (slug),
    version INTEGER NOT NULL,
    digest TEXT NOT NULL,
    base INTEGER NOT NULL,
    author TEXT NOT NULL,
    note TEXT,
    rollback_of INTEGER,
    forced TEXT,
    created_at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (app, version)
) STRICT;
INSERT INTO "policies" VALUES('hashtags',1,'digest-1',0,'Ada','for 1',NULL,NULL,1763632800123,X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F606162636465666768696A6B6C6D6E6F707172737475767778797A7B7C7D7E7F808182838485868788898A8B8C8D8E8F909192939495969798999A9B9C9D9E9FA0A1A2A3A4A5A6A7A8A9AAABACADAEAFB0B1B2B3B4B5B6B7B8B9BABBBCBDBEBFC0C1C2C3C4C5C6C7C8C9CACBCCCDCECFD0D1D2D3D4D5D6D7D8D9DADBDCDDDEDFE0E1E2E3E4E5E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF');
INSERT INTO "policies" VALUES('hashtags',2,'digest-2',1,'Zoë','ヘッダー ''quoted''',1,'because',1763632800124,X'7B7D');
CREATE TABLE settings (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
INSERT INTO "settings" VALUES('first-token','b');
CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    rights INTEGER NOT NULL,
    apps TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER
) STRICT;
INSERT INTO "tokens" VALUES('a','digest-of-a','ci','pipeline',6,'["hashtags"]',1763632800123,1763719200000,NULL);
INSERT INTO "tokens" VALUES('b','digest-of-b','adm','first',63,NULL,1763632800124,NULL,1763632900000);
