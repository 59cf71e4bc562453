-- Every game's ladder by itself: its own order of results and its own lock. Ratings, their course and meetings belong to
-- a generation; a ladder is made again as a new generation beside the one that counts, and then put in its place.

CREATE TABLE ladder (
    game TEXT PRIMARY KEY,
    last_seq BIGINT NOT NULL,        -- the newest result; whoever rates one holds this row
    block_end BIGINT NOT NULL,       -- numbers of results up to here are this game's: they are taken in blocks
    generation BIGINT NOT NULL       -- the generation that counts
);

INSERT INTO ladder (game, last_seq, block_end, generation)
    SELECT known.game, COALESCE(MAX(match.result_seq), 0), COALESCE(MAX(match.result_seq), 0),
           ROW_NUMBER() OVER (ORDER BY known.game)
    FROM (SELECT DISTINCT game FROM bot) AS known
    LEFT JOIN match ON match.game = known.game AND match.result_seq IS NOT NULL GROUP BY known.game;

INSERT INTO counter (name, last) SELECT 'generation', COUNT(*) FROM ladder;

CREATE TABLE recompute (             -- ladders that are being made again
    game TEXT PRIMARY KEY,
    generation BIGINT NOT NULL,      -- the generation that is being made
    folded_seq BIGINT NOT NULL       -- up to which result it is
);

CREATE TABLE voiding (               -- bots whose results are being taken out of the ratings
    bot_id BIGINT PRIMARY KEY REFERENCES bot (id),
    game TEXT NOT NULL,
    until_seq BIGINT NOT NULL,       -- results after this one stay
    after_match_id BIGINT NOT NULL   -- up to this match it is done
);

CREATE TABLE old_generation (        -- generations whose rows are removed little by little
    generation BIGINT PRIMARY KEY
);

CREATE TABLE rating_of_generation (
    generation BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    bot_id BIGINT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    faults BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    PRIMARY KEY (generation, version_id)
);

INSERT INTO rating_of_generation
    SELECT ladder.generation, rating.version_id, rating.bot_id, rating.mu, rating.sigma, rating.games, rating.wins,
           rating.draws, rating.losses, rating.faults, rating.last_seq
    FROM rating JOIN ladder ON ladder.game = rating.game;
DROP TABLE rating;
ALTER TABLE rating_of_generation RENAME TO rating;

CREATE TABLE point_of_generation (
    generation BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    result_seq BIGINT NOT NULL,
    mu DOUBLE PRECISION NOT NULL,
    sigma DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (generation, version_id, result_seq)
);

INSERT INTO point_of_generation
    SELECT ladder.generation, rating_point.version_id, rating_point.result_seq, rating_point.mu, rating_point.sigma
    FROM rating_point JOIN version ON version.id = rating_point.version_id JOIN bot ON bot.id = version.bot_id
    JOIN ladder ON ladder.game = bot.game;
DROP TABLE rating_point;
ALTER TABLE point_of_generation RENAME TO rating_point;
CREATE INDEX rating_point_seq ON rating_point (generation, result_seq);

CREATE TABLE meeting_of_generation ( -- how two versions did against each other, from the first one's side
    generation BIGINT NOT NULL,
    version_id BIGINT NOT NULL,
    other_id BIGINT NOT NULL,
    games BIGINT NOT NULL,
    better BIGINT NOT NULL,
    level BIGINT NOT NULL,
    worse BIGINT NOT NULL,
    PRIMARY KEY (generation, version_id, other_id)
);

INSERT INTO meeting_of_generation
    SELECT ladder.generation, meeting.version_id, meeting.other_id, meeting.games, meeting.better, meeting.level,
           meeting.worse
    FROM meeting JOIN version ON version.id = meeting.version_id JOIN bot ON bot.id = version.bot_id
    JOIN ladder ON ladder.game = bot.game;
DROP TABLE meeting;
ALTER TABLE meeting_of_generation RENAME TO meeting;
