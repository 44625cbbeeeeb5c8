-- Acts that their author can take back for some seconds, and the messages that wait for it (rules §41).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE "undo_steps" (
    "id" UUID NOT NULL,
    "actor_id" UUID NOT NULL,
    "lesson_id" UUID,
    "payment_id" UUID,
    -- The row before the act.
    "before" JSONB NOT NULL,
    -- Of the lesson after it.
    "version" INTEGER,
    -- Until then it can be taken back; then its messages leave.
    "until" TIMESTAMPTZ(3) NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "undo_steps_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "undo_steps_target_check" CHECK (("lesson_id" IS NULL) <> ("payment_id" IS NULL)),
    CONSTRAINT "undo_steps_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "undo_steps_lesson_id_fkey" FOREIGN KEY ("lesson_id") REFERENCES "lessons"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "undo_steps_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "undo_steps_actor_id_idx" ON "undo_steps"("actor_id");
CREATE INDEX "undo_steps_lesson_id_idx" ON "undo_steps"("lesson_id");
CREATE INDEX "undo_steps_payment_id_idx" ON "undo_steps"("payment_id");
CREATE INDEX "undo_steps_until_idx" ON "undo_steps"("until");

-- The act whose taking back takes the message back, too; found by when it is due.
ALTER TABLE "notifications" ADD COLUMN "undo_id" UUID;
