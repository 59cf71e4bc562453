-- Ladders are counts: what each version did, and how each two did against each other. Ratings are fitted to the counts of a
-- moment; a result is added to them once, and one that does not count any more is subtracted.

ALTER TABLE version ADD COLUMN is_disqualified BOOLEAN NOT NULL DEFAULT FALSE;  -- its results are left out of ratings
UPDATE version SET is_disqualified = TRUE WHERE bot_id IN (SELECT bot_id FROM voiding);

DROP TABLE recompute;
DROP TABLE voiding;
DROP TABLE old_generation;
DROP TABLE rating;
DROP TABLE rating_point;
DROP TABLE meeting;
DELETE FROM counter WHERE name = 'generation';

ALTER TABLE ladder DROP COLUMN generation;
ALTER TABLE ladder ADD COLUMN changes BIGINT NOT NULL DEFAULT 1;   -- how often its counts changed
ALTER TABLE ladder ADD COLUMN fitting BIGINT NOT NULL DEFAULT 0;   -- the newest changes that ratings were written for
ALTER TABLE ladder ADD COLUMN fitted BIGINT NOT NULL DEFAULT 0;    -- the changes that all ratings know

CREATE TABLE record (                -- what a version did in its rated matches
    version_id BIGINT PRIMARY KEY REFERENCES version (id),
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,            -- it alone was first
    draws BIGINT NOT NULL,           -- it shared the first place
    losses BIGINT NOT NULL,          -- neither, without a fault
    faults BIGINT NOT NULL           -- lost by a fault
);

INSERT INTO record
    SELECT seating.version_id, COUNT(*),
           SUM(CASE WHEN seating.fault IS NULL AND seating.place = best.place AND best.seats = 1 THEN 1 ELSE 0 END),
           SUM(CASE WHEN seating.fault IS NULL AND seating.place = best.place AND best.seats > 1 THEN 1 ELSE 0 END),
           SUM(CASE WHEN seating.fault IS NULL AND seating.place > best.place THEN 1 ELSE 0 END),
           SUM(CASE WHEN seating.fault IS NOT NULL THEN 1 ELSE 0 END)
    FROM match
    JOIN (SELECT first.match_id, first.place, COUNT(*) AS seats FROM seating AS first
          JOIN (SELECT match_id, MIN(place) AS place FROM seating GROUP BY match_id) AS least
          ON least.match_id = first.match_id AND least.place = first.place
          GROUP BY first.match_id, first.place) AS best ON best.match_id = match.id
    JOIN seating ON seating.match_id = match.id
    WHERE match.result_seq IS NOT NULL AND NOT match.is_void GROUP BY seating.version_id;

CREATE TABLE meeting (               -- how two versions did in matches of so many seats, from the first one's side
    game TEXT NOT NULL,
    version_id BIGINT NOT NULL,
    other_id BIGINT NOT NULL,
    seats BIGINT NOT NULL,
    better BIGINT NOT NULL,
    level BIGINT NOT NULL,
    worse BIGINT NOT NULL,
    PRIMARY KEY (game, version_id, other_id, seats)
);

INSERT INTO meeting
    SELECT match.game, one.version_id, other.version_id, match.seats,
           SUM(CASE WHEN one.place < other.place THEN 1 ELSE 0 END),
           SUM(CASE WHEN one.place = other.place THEN 1 ELSE 0 END),
           SUM(CASE WHEN one.place > other.place THEN 1 ELSE 0 END)
    FROM match JOIN seating AS one ON one.match_id = match.id
    JOIN seating AS other ON other.match_id = match.id AND other.version_id <> one.version_id
    WHERE match.result_seq IS NOT NULL AND NOT match.is_void
    GROUP BY match.game, one.version_id, other.version_id, match.seats;

CREATE TABLE rating (                -- fitted to the counts of a ladder
    version_id BIGINT PRIMARY KEY REFERENCES version (id),
    value DOUBLE PRECISION NOT NULL, -- in Elo; the house bots' mean is 1500
    error DOUBLE PRECISION NOT NULL, -- half of the interval in which it is with 95 % confidence
    point_games BIGINT NOT NULL      -- its games at the newest point of its course
);

CREATE TABLE rating_point (          -- the course of a rating: as it was after so many games
    version_id BIGINT NOT NULL REFERENCES version (id),
    games BIGINT NOT NULL,
    value DOUBLE PRECISION NOT NULL,
    error DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (version_id, games)
);
