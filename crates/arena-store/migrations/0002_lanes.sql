-- Jobs by lane: what a job is about is one of two columns, whose it is decides when its turn comes, and leases that were
-- lost with their worker are counted apart from attempts that failed.

CREATE TABLE job_of_lane (
    id BIGINT PRIMARY KEY,
    lane TEXT NOT NULL,              -- build, trial, challenge, second, rated
    version_id BIGINT UNIQUE,        -- what is built, in the lane of builds
    match_id BIGINT UNIQUE,          -- what is played, in all others
    user_id BIGINT,                  -- whose work it is; none for the ladder's
    state TEXT NOT NULL,             -- queued, leased, done, poison
    is_over_budget BOOLEAN NOT NULL, -- its account has had its share: everybody else's comes first
    turn BIGINT NOT NULL,            -- the smaller, the earlier: accounts take turns in their lane
    attempts BIGINT NOT NULL,        -- leases that were not given back in good order
    lost BIGINT NOT NULL,            -- leases that ended with their worker
    not_before_ms BIGINT NOT NULL,
    fence BIGINT NOT NULL,           -- grows with every lease: a late report has an old one
    worker_id BIGINT,
    not_workers TEXT NOT NULL,       -- who may not have it, by number, divided by blanks
    needs TEXT NOT NULL,             -- languages that a worker must have, in order, divided by blanks
    lease_until_ms BIGINT,
    why TEXT,
    created_ms BIGINT NOT NULL
);
INSERT INTO job_of_lane (id, lane, version_id, match_id, user_id, state, is_over_budget, turn, attempts, lost, not_before_ms, fence,
                         worker_id, not_workers, needs, lease_until_ms, why, created_ms)
SELECT id,
       CASE WHEN kind = 'build' THEN 'build' WHEN priority = 20 THEN 'trial' WHEN priority = 30 THEN 'challenge'
            WHEN priority = 40 THEN 'second' ELSE 'rated' END,
       CASE WHEN kind = 'build' THEN ref_id END,
       CASE WHEN kind = 'match' THEN ref_id END,
       CASE WHEN kind = 'build'
            THEN (SELECT bot.user_id FROM version JOIN bot ON bot.id = version.bot_id WHERE version.id = job.ref_id)
            ELSE (SELECT match.requested_by FROM match WHERE match.id = job.ref_id) END,
       state, FALSE, 0, attempts, 0, not_before_ms, fence, worker_id,
       COALESCE(CAST(not_worker_id AS TEXT), ''), needs, lease_until_ms, why, created_ms
FROM job;
DROP TABLE job;
ALTER TABLE job_of_lane RENAME TO job;
CREATE INDEX job_next ON job (state, lane, is_over_budget, turn, id);
CREATE INDEX job_lease ON job (state, lease_until_ms);
CREATE INDEX job_held ON job (worker_id, state);
CREATE INDEX job_needs ON job (state, needs, id);
CREATE INDEX job_of_user ON job (user_id, lane, state);

-- What an account's builds, trials and challenges cost, by the hour.
CREATE TABLE usage (
    user_id BIGINT NOT NULL REFERENCES users (id),
    hour BIGINT NOT NULL,            -- hours since 1970
    cpu_ms BIGINT NOT NULL,
    PRIMARY KEY (user_id, hour)
);

-- Why the arena lets a bot rest that its owner would let play.
ALTER TABLE bot ADD COLUMN rested_why TEXT;

-- Whether a second worker came to the same result, or the server's own one played it.
ALTER TABLE match ADD COLUMN is_confirmed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX match_of_worker ON match (worker_id, is_confirmed, id);
