-- Tokens say what they may do and when they end, invitations end, names are compared by how they look, and a bot can be
-- deleted. Skeletons of names, which SQL cannot compute, are added by `fill.rs`.

ALTER TABLE token ADD COLUMN scopes TEXT NOT NULL DEFAULT 'read submit';  -- in order, divided by blanks
UPDATE token SET scopes = 'worker' WHERE is_worker;
ALTER TABLE token ADD COLUMN expires_ms BIGINT NOT NULL DEFAULT 0;
UPDATE token SET expires_ms = COALESCE(used_ms, created_ms) + 7776000000; -- 90 days after it was used last
DROP INDEX token_worker;
ALTER TABLE token DROP COLUMN is_worker;
CREATE INDEX token_scopes ON token (scopes, id);

ALTER TABLE invite ADD COLUMN expires_ms BIGINT NOT NULL DEFAULT 0;
UPDATE invite SET expires_ms = created_ms + 7776000000;                   -- 90 days after it was made

ALTER TABLE users ADD COLUMN name_skeleton TEXT;                          -- none until `fill.rs` has been here
CREATE UNIQUE INDEX users_skeleton ON users (name_skeleton);

ALTER TABLE bot ADD COLUMN name_skeleton TEXT;                            -- none until `fill.rs` has been here
CREATE UNIQUE INDEX bot_skeleton ON bot (name_skeleton, game);
ALTER TABLE bot ADD COLUMN deleted_ms BIGINT;
