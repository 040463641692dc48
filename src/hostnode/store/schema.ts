// The tables, as the first release made them. Times are ms since the epoch. What came later is in `migrations.ts`.

export const FIRST_SCHEMA = `
CREATE TABLE node (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE users (
  id TEXT PRIMARY KEY, username TEXT NOT NULL, username_key TEXT NOT NULL UNIQUE, email TEXT, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE tokens (
  id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), name TEXT NOT NULL, digest BLOB NOT NULL UNIQUE, hint TEXT NOT NULL,
  scopes TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER, last_used_at INTEGER, revoked_at INTEGER
) STRICT;
CREATE INDEX tokens_of_user ON tokens(user_id, id);
CREATE TABLE ssh_keys (
  id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), title TEXT NOT NULL, key TEXT NOT NULL UNIQUE, key_type TEXT NOT NULL,
  fingerprint TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX ssh_keys_of_user ON ssh_keys(user_id, id);
CREATE TABLE repositories (
  id TEXT PRIMARY KEY, owner_id TEXT NOT NULL REFERENCES users(id), name TEXT NOT NULL, name_key TEXT NOT NULL, private INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('creating', 'active', 'deleting')), created_at INTEGER NOT NULL, pushed_at INTEGER,
  UNIQUE (owner_id, name_key)
) STRICT;
CREATE TABLE refs (
  repository_id TEXT NOT NULL REFERENCES repositories(id) ON DELETE CASCADE, name TEXT NOT NULL, oid TEXT NOT NULL,
  PRIMARY KEY (repository_id, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE rate_windows (key TEXT PRIMARY KEY, started_at INTEGER NOT NULL, used INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE hooks (
  id TEXT PRIMARY KEY, repository_id TEXT NOT NULL REFERENCES repositories(id) ON DELETE CASCADE, url TEXT NOT NULL, secret BLOB NOT NULL,
  events TEXT NOT NULL, active INTEGER NOT NULL, disabled_reason TEXT, failed_in_a_row INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX hooks_of_repository ON hooks(repository_id, id);
CREATE TABLE events (
  id TEXT PRIMARY KEY, repository_id TEXT NOT NULL REFERENCES repositories(id) ON DELETE CASCADE, kind TEXT NOT NULL, created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE deliveries (
  id TEXT PRIMARY KEY, hook_id TEXT NOT NULL REFERENCES hooks(id) ON DELETE CASCADE, event_id TEXT NOT NULL, event TEXT NOT NULL,
  body BLOB NOT NULL, body_sha256 TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('pending', 'retrying', 'success', 'failed')),
  status_code INTEGER, duration_ms INTEGER, delivered_at INTEGER, error TEXT, attempt INTEGER NOT NULL DEFAULT 0, next_attempt_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX deliveries_of_hook ON deliveries(hook_id, id);
CREATE INDEX deliveries_due ON deliveries(next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE TABLE migrations (
  id INTEGER PRIMARY KEY, from_schema INTEGER NOT NULL, to_schema INTEGER NOT NULL, step INTEGER NOT NULL, steps INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'done')), at INTEGER NOT NULL
) STRICT;
CREATE TABLE blocks (height INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, block TEXT NOT NULL, certificate TEXT NOT NULL) STRICT;
CREATE TABLE block_entries (digest TEXT PRIMARY KEY, height INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE votes (
  id INTEGER PRIMARY KEY CHECK (id = 1), height INTEGER NOT NULL, view INTEGER NOT NULL, phase TEXT NOT NULL, block_id TEXT NOT NULL,
  lock TEXT, restored INTEGER NOT NULL
) STRICT;
CREATE TABLE ledger (
  seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, height INTEGER
) STRICT;
CREATE INDEX ledger_pending ON ledger(seq) WHERE height IS NULL;
`
