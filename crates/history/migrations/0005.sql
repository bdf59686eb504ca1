-- Whether a run measures all that fits into its time. Of runs before this step it is not known; they stop when they have seen enough.
ALTER TABLE run ADD COLUMN is_of_fixed_size INTEGER NOT NULL DEFAULT 0;
