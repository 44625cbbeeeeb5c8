-- Teachers' settlement (rules §37): a month is proposed, accepted or objected to; what was accepted is frozen.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE centre_settings ADD COLUMN settlement_since timestamptz(3);
-- The last month that was proposed by itself.
ALTER TABLE centre_settings ADD COLUMN settlement_proposed date;

CREATE TABLE "settlements" (
    "teacher_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    -- Counts up whenever the lines differ from those of the fingerprint.
    "version" INTEGER NOT NULL DEFAULT 1,
    "fingerprint" TEXT NOT NULL DEFAULT '',
    "total" INTEGER NOT NULL DEFAULT 0,
    "until" DATE,
    "accepted_at" TIMESTAMPTZ(3),
    -- Null: by silence.
    "accepted_by_id" UUID,

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("teacher_id", "month"),
    CONSTRAINT "settlements_month_check" CHECK (extract(day FROM "month") = 1),
    CONSTRAINT "settlements_state_check" CHECK ("state" IN ('open', 'proposed', 'accepted')),
    CONSTRAINT "settlements_until_check" CHECK (("state" = 'open') = ("until" IS NULL)),
    CONSTRAINT "settlements_accepted_check" CHECK (("state" = 'accepted') = ("accepted_at" IS NOT NULL)),
    CONSTRAINT "settlements_teacher_id_fkey" FOREIGN KEY ("teacher_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Lines of accepted months; never changed.
CREATE TABLE "settlement_lines" (
    "id" UUID NOT NULL,
    "teacher_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "lesson_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "date" DATE NOT NULL,
    "block" SMALLINT NOT NULL,
    "student_id" UUID NOT NULL,
    "status" TEXT NOT NULL,

    CONSTRAINT "settlement_lines_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "settlement_lines_kind_check" CHECK ("kind" IN ('lesson', 'correction')),
    CONSTRAINT "settlement_lines_settlement_fkey" FOREIGN KEY ("teacher_id", "month") REFERENCES "settlements"("teacher_id", "month") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "settlement_lines_lesson_id_fkey" FOREIGN KEY ("lesson_id") REFERENCES "lessons"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "settlement_objections" (
    -- Of the line that it is about; of a missing lesson, of the line that it is.
    "line_id" UUID NOT NULL,
    "teacher_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "kind" TEXT NOT NULL,
    "lesson_id" UUID,
    "text" TEXT NOT NULL,
    "answer" TEXT,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "answered_by_id" UUID,

    CONSTRAINT "settlement_objections_pkey" PRIMARY KEY ("line_id"),
    CONSTRAINT "settlement_objections_kind_check" CHECK ("kind" IN ('lesson', 'correction', 'missing') AND ("kind" = 'missing' OR "lesson_id" IS NOT NULL)),
    CONSTRAINT "settlement_objections_state_check" CHECK ("state" IN ('open', 'accepted', 'rejected') AND ("state" = 'open') = ("answer" IS NULL)),
    CONSTRAINT "settlement_objections_settlement_fkey" FOREIGN KEY ("teacher_id", "month") REFERENCES "settlements"("teacher_id", "month") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "settlement_objections_lesson_id_fkey" FOREIGN KEY ("lesson_id") REFERENCES "lessons"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "settlement_lines_lesson_key" ON "settlement_lines"("teacher_id", "month", "lesson_id", "kind");
CREATE INDEX "settlement_lines_lesson_id_idx" ON "settlement_lines"("lesson_id");
CREATE INDEX "settlement_objections_month_idx" ON "settlement_objections"("teacher_id", "month");
CREATE INDEX "settlement_objections_lesson_id_idx" ON "settlement_objections"("lesson_id");
CREATE INDEX "settlement_objections_open_idx" ON "settlement_objections"("created_at") WHERE "state" = 'open';
CREATE INDEX "settlements_month_idx" ON "settlements"("month");
CREATE INDEX "settlements_proposed_idx" ON "settlements"("until") WHERE "state" = 'proposed';

CREATE FUNCTION refuse_settlement_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'lines of an accepted month are never changed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER settlement_lines_append_only BEFORE UPDATE OR DELETE ON "settlement_lines"
    FOR EACH ROW EXECUTE FUNCTION refuse_settlement_line_change();

CREATE FUNCTION signal_settlement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM signal_change('money', ARRAY[NEW.teacher_id]);
    RETURN NULL;
END $$;
CREATE TRIGGER settlements_signal AFTER INSERT OR UPDATE OF "state" ON "settlements"
    FOR EACH ROW EXECUTE FUNCTION signal_settlement();
CREATE TRIGGER settlement_objections_signal AFTER INSERT OR UPDATE ON "settlement_objections"
    FOR EACH ROW EXECUTE FUNCTION signal_settlement();
