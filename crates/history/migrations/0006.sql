-- The directory in which a run was begun, which paths of its plan may be relative to. Of runs before this step it is not known.
ALTER TABLE run ADD COLUMN directory TEXT;
