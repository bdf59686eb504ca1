-- What is known of a run before it begins. The number is never given twice, because people quote it.
CREATE TABLE run (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    version     TEXT    NOT NULL, -- of the program that began it
    started_at  INTEGER NOT NULL, -- seconds since 1970-01-01 UTC; 0 on virtual time
    seed        INTEGER NOT NULL, -- the bits of an unsigned number: printf('%u', seed) reads them
    budget_ns   INTEGER NOT NULL,
    title       TEXT    NOT NULL,
    source_name TEXT    NOT NULL,
    source_text TEXT    NOT NULL,
    published   TEXT,
    format      INTEGER NOT NULL, -- version of the JSON in this row
    machine     TEXT    NOT NULL  -- JSON
) STRICT;

-- Everything that happened and is not a block, one JSON document each. `sequence` numbers the rows of this table and
-- of `block` together, from 1 within a run.
CREATE TABLE event (
    run      INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    format   INTEGER NOT NULL, -- version of the JSON in this row
    kind     TEXT    NOT NULL, -- the same as body ->> 'event'; here so that a search need not read long answers
    body     TEXT    NOT NULL,
    PRIMARY KEY (run, sequence)
) STRICT;

-- Finished blocks; point, launch and block count from 0.
CREATE TABLE block (
    run      INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    sequence INTEGER NOT NULL,
    format   INTEGER NOT NULL, -- version of the JSON in the samples of this block
    point    INTEGER NOT NULL,
    launch   INTEGER NOT NULL,
    block    INTEGER NOT NULL,
    PRIMARY KEY (run, sequence)
) STRICT, WITHOUT ROWID;

-- The samples of the blocks. The key makes a block that is recorded twice an error.
CREATE TABLE sample (
    run        INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    point      INTEGER NOT NULL,
    launch     INTEGER NOT NULL,
    block      INTEGER NOT NULL,
    position   INTEGER NOT NULL, -- in the order in which the samples were taken, from 0
    variant    INTEGER NOT NULL, -- in the order of the plan, from 0
    iterations INTEGER NOT NULL,
    wall_ns    INTEGER,          -- of all iterations together
    readings   TEXT    NOT NULL, -- JSON: every other reading by its key, of all iterations together
    PRIMARY KEY (run, point, launch, block, position)
) STRICT, WITHOUT ROWID;
