-- The arena's tables: the same text runs on SQLite and PostgreSQL, so only BIGINT, DOUBLE PRECISION, TEXT and
-- BOOLEAN are used. Times are milliseconds since 1970, hashes hexadecimal. Ids are given by the `counter` table, so
-- that both databases number alike.

CREATE TABLE counter (
    name TEXT PRIMARY KEY,
    last BIGINT NOT NULL
);

CREATE TABLE users (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    password_hash TEXT,              -- none: nobody can log in (house, deleted)
    is_admin BOOLEAN NOT NULL,
    is_banned BOOLEAN NOT NULL,
    is_house BOOLEAN NOT NULL,
    created_ms BIGINT NOT NULL,
    deleted_ms BIGINT
);

CREATE INDEX users_admin ON users (is_admin);

CREATE TABLE session (
    token_hash TEXT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id),
    csrf TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX session_of_user ON session (user_id);

CREATE TABLE token (
    id BIGINT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id),
    token_hash TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    is_worker BOOLEAN NOT NULL,      -- a worker's token: it may lease and report, and nothing else
    created_ms BIGINT NOT NULL,
    used_ms BIGINT,
    revoked_ms BIGINT
);
CREATE INDEX token_of_user ON token (user_id);
CREATE INDEX token_worker ON token (is_worker, id);

CREATE TABLE invite (
    code_hash TEXT PRIMARY KEY,
    made_by BIGINT NOT NULL REFERENCES users (id),
    used_by BIGINT REFERENCES users (id),
    created_ms BIGINT NOT NULL
);
CREATE INDEX invite_newest ON invite (created_ms);

CREATE TABLE bot (
    id BIGINT PRIMARY KEY,
    user_id BIGINT NOT NULL REFERENCES users (id),
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    is_active BOOLEAN NOT NULL,      -- the owner lets it play
    disabled_why TEXT,               -- the host does not, and says why
    version_id BIGINT,               -- the version that plays
    created_ms BIGINT NOT NULL,
    UNIQUE (game, name_key)
);
CREATE INDEX bot_of_user ON bot (user_id, id);
CREATE INDEX bot_disabled ON bot (id) WHERE disabled_why IS NOT NULL;

CREATE TABLE version (
    id BIGINT PRIMARY KEY,
    bot_id BIGINT NOT NULL REFERENCES bot (id),
    number BIGINT NOT NULL,
    language TEXT NOT NULL,
    source_hash TEXT NOT NULL,       -- none for a house bot: empty
    artefact_hash TEXT,
    state TEXT NOT NULL,             -- queued, built, ready, failed, refused
    why TEXT,
    log_hash TEXT,
    is_repeatable BOOLEAN,           -- played again it answered the same (or not); none: never seen twice
    created_ms BIGINT NOT NULL,
    UNIQUE (bot_id, number)
);
CREATE INDEX version_by_state ON version (state, id);
CREATE INDEX version_source ON version (source_hash);
CREATE INDEX version_log ON version (log_hash);
CREATE INDEX version_artefact ON version (artefact_hash);

CREATE TABLE match (
    id BIGINT PRIMARY KEY,
    game TEXT NOT NULL,
    kind TEXT NOT NULL,              -- rated, trial, challenge, second
    state TEXT NOT NULL,             -- queued, running, done, poison, withdrawn
    preset TEXT NOT NULL,            -- empty: the game's own config
    seats BIGINT NOT NULL,
    seed TEXT NOT NULL,
    requested_by BIGINT,             -- whose challenge or trial it is
    second_of BIGINT,                -- the match that this one plays again
    worker_id BIGINT,
    replay_hash TEXT,
    turns BIGINT,
    ending TEXT,
    why TEXT,
    is_doubted BOOLEAN NOT NULL,     -- two workers disagree about it
    is_void BOOLEAN NOT NULL,        -- the host took it out of the rating
    result_seq BIGINT UNIQUE,        -- the order in which results were accepted: ratings are folded in it
    created_ms BIGINT NOT NULL,
    started_ms BIGINT,
    ended_ms BIGINT
);
CREATE INDEX match_of_game ON match (game, id);
CREATE INDEX match_by_state ON match (state, game, kind, id);
CREATE INDEX match_second ON match (second_of);
CREATE INDEX match_rated ON match (game, result_seq);
CREATE INDEX match_replay ON match (replay_hash);
CREATE INDEX match_requested ON match (requested_by, created_ms);

CREATE TABLE seating (
    match_id BIGINT NOT NULL REFERENCES match (id),
    seat BIGINT NOT NULL,
    bot_id BIGINT NOT NULL REFERENCES bot (id),
    version_id BIGINT NOT NULL REFERENCES version (id),
    name TEXT NOT NULL,              -- what the bot was called when the match was made, as the replay has it
    place BIGINT,
    score BIGINT,
    fault TEXT,                      -- late, gone, garbled, flooded: what cost the seat the match
    fault_sentence TEXT,             -- the same for people
    stderr_hash TEXT,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX seating_of_bot ON seating (bot_id, match_id);
CREATE INDEX seating_stderr ON seating (stderr_hash);

CREATE TABLE job (
    id BIGINT PRIMARY KEY,
    kind TEXT NOT NULL,              -- build, match
    ref_id BIGINT NOT NULL,          -- the version or the match
    state TEXT NOT NULL,             -- queued, leased, done, poison
    priority BIGINT NOT NULL,        -- smaller first
    attempts BIGINT NOT NULL,
    not_before_ms BIGINT NOT NULL,
    fence BIGINT NOT NULL,           -- grows with every lease: a late report has an old one
    worker_id BIGINT,
    not_worker_id BIGINT,            -- a second opinion is not the first worker's
    needs TEXT NOT NULL,             -- languages that a worker must have, in order, divided by blanks
    lease_until_ms BIGINT,
    why TEXT,
    created_ms BIGINT NOT NULL,
    UNIQUE (kind, ref_id)
);
CREATE INDEX job_next ON job (state, priority, id);
CREATE INDEX job_lease ON job (state, lease_until_ms);
CREATE INDEX job_held ON job (worker_id, state);
CREATE INDEX job_needs ON job (state, needs, id);

CREATE TABLE rating (
    game TEXT NOT NULL,
    version_id BIGINT NOT NULL REFERENCES version (id),
    bot_id BIGINT NOT NULL REFERENCES bot (id),
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    faults BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    PRIMARY KEY (version_id)
);
CREATE INDEX rating_of_game ON rating (game, version_id);

CREATE TABLE rating_point (
    version_id BIGINT NOT NULL REFERENCES version (id),
    result_seq BIGINT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (version_id, result_seq)
);
CREATE INDEX rating_point_seq ON rating_point (result_seq);

CREATE TABLE meeting (               -- how two versions did against each other, from the first one's side
    version_id BIGINT NOT NULL REFERENCES version (id),
    other_id BIGINT NOT NULL REFERENCES version (id),
    games BIGINT NOT NULL,
    better BIGINT NOT NULL,
    level BIGINT NOT NULL,
    worse BIGINT NOT NULL,
    PRIMARY KEY (version_id, other_id)
);

CREATE TABLE waiting (               -- what the matchmaker remembers of a bot
    bot_id BIGINT PRIMARY KEY REFERENCES bot (id),
    last_turn BIGINT NOT NULL,       -- the game's turn (one for each rated match) that it was last part of
    recent TEXT NOT NULL,            -- the bots that it met last, the newest last, divided by blanks
    seats TEXT NOT NULL              -- how often it sat at which seat, divided by blanks
);

CREATE TABLE worker (
    id BIGINT PRIMARY KEY,
    token_id BIGINT NOT NULL REFERENCES token (id),
    name TEXT NOT NULL,
    tier TEXT NOT NULL,
    cores BIGINT NOT NULL,
    languages TEXT NOT NULL,         -- what it can build, divided by blanks
    first_seen_ms BIGINT NOT NULL,
    last_seen_ms BIGINT NOT NULL,
    flagged_why TEXT,
    UNIQUE (token_id, name)
);

CREATE TABLE doomed (                -- blobs that are removed as soon as nothing names them
    hash TEXT PRIMARY KEY
);

CREATE TABLE audit (
    id BIGINT PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    actor_id BIGINT,
    verb TEXT NOT NULL,
    object TEXT NOT NULL,
    detail TEXT NOT NULL
);
