-- How long each iteration of a batch took, where several were under way at a time: JSON, ascending pairs of nanoseconds and count.
ALTER TABLE sample ADD COLUMN latencies TEXT;
