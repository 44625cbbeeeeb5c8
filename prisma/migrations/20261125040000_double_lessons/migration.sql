-- Double lessons (rules §34): two neighbouring blocks, two lessons with a common pair. A default that is a constant rewrites
-- no row.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE "lessons" ADD COLUMN "pair_id" UUID;

-- How many lessons each date of a series has, and how many a proposal moves.
ALTER TABLE "series" ADD COLUMN "blocks" SMALLINT NOT NULL DEFAULT 1;
ALTER TABLE "reschedule_proposals" ADD COLUMN "blocks" SMALLINT NOT NULL DEFAULT 1;

-- The act that changed both lessons: what is kept of the other one.
ALTER TABLE "undo_steps" ADD COLUMN "with_id" UUID;
-- brief: acts are kept for a day
CREATE INDEX "undo_steps_with_id_idx" ON "undo_steps"("with_id");
