-- What the office notes of students, parents and trial requests, and the tags by which it finds them (rules §41).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE "office_notes" (
    "id" UUID NOT NULL,
    "person_id" UUID,
    "trial_id" UUID,
    "text" TEXT NOT NULL,
    "author_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT product_now(),

    CONSTRAINT "office_notes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "office_notes_target_check" CHECK (("person_id" IS NULL) <> ("trial_id" IS NULL)),
    CONSTRAINT "office_notes_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "office_notes_trial_id_fkey" FOREIGN KEY ("trial_id") REFERENCES "trial_lessons"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "office_tags" (
    "id" UUID NOT NULL,
    "person_id" UUID,
    "trial_id" UUID,
    "tag" TEXT NOT NULL,

    CONSTRAINT "office_tags_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "office_tags_target_check" CHECK (("person_id" IS NULL) <> ("trial_id" IS NULL)),
    CONSTRAINT "office_tags_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "office_tags_trial_id_fkey" FOREIGN KEY ("trial_id") REFERENCES "trial_lessons"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "office_notes_person_id_idx" ON "office_notes"("person_id", "created_at");
CREATE INDEX "office_notes_trial_id_idx" ON "office_notes"("trial_id", "created_at");
CREATE UNIQUE INDEX "office_tags_person_key" ON "office_tags"("person_id", "tag");
CREATE UNIQUE INDEX "office_tags_trial_key" ON "office_tags"("trial_id", "tag");
CREATE INDEX "office_tags_tag_idx" ON "office_tags"("tag");
