-- Storage: how much an account keeps is counted, and what is removed after a while says when.

ALTER TABLE doomed RENAME TO unreferenced;  -- blobs that are removed unless something names them again

-- Bytes on the disk; 0 for what is not there, and for versions from before this.
ALTER TABLE version ADD COLUMN source_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE version ADD COLUMN artefact_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE version ADD COLUMN log_bytes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE version ADD COLUMN log_removed_ms BIGINT;
CREATE INDEX version_log_kept ON version (id) WHERE log_hash IS NOT NULL;

ALTER TABLE match ADD COLUMN replay_removed_ms BIGINT;
CREATE INDEX match_replay_kept ON match (ended_ms, id) WHERE replay_hash IS NOT NULL;
