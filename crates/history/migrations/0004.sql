-- Whether nobody asked for the budget. Of runs before this step it is not known; they end when their budget does.
ALTER TABLE run ADD COLUMN budget_is_default INTEGER NOT NULL DEFAULT 0;
