-- The slices of a batch, where it was timed in slices of equally many iterations: JSON, nanoseconds in order.
ALTER TABLE sample ADD COLUMN slices_ns TEXT;
