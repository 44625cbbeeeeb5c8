-- Statements of the bank (rules §41): each credit once, however often it is uploaded, and the payments that it was booked as.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE "bank_statements" (
    "id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    -- A hash of the file's bytes: the same file is the same statement.
    "content_hash" TEXT NOT NULL,
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT product_now(),

    CONSTRAINT "bank_statements_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bank_lines" (
    "id" UUID NOT NULL,
    -- A hash of what the line says, with its place among equal lines: the same transfer of another file is the same line.
    "fingerprint" TEXT NOT NULL,
    "day" DATE NOT NULL,
    -- In grosze.
    "amount" INTEGER NOT NULL,
    "payer" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "account_hash" TEXT,
    "account_end" TEXT,
    "booked_at" TIMESTAMPTZ(3),
    "booked_by_id" UUID,
    -- The statement from which it was booked, and for whom.
    "booked_from_id" UUID,
    "payer_id" UUID,
    "bill_id" UUID,
    "student_id" UUID,

    CONSTRAINT "bank_lines_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "bank_lines_amount_check" CHECK ("amount" > 0),
    CONSTRAINT "bank_lines_account_check" CHECK (("account_hash" IS NULL) = ("account_end" IS NULL) AND length("account_end") <= 4),
    CONSTRAINT "bank_lines_booked_check" CHECK (
        ("booked_at" IS NULL) = ("booked_from_id" IS NULL)
        AND ("booked_at" IS NULL) = ("bill_id" IS NULL AND "student_id" IS NULL)),
    CONSTRAINT "bank_lines_booked_from_id_fkey" FOREIGN KEY ("booked_from_id") REFERENCES "bank_statements"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "bank_lines_payer_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "bank_lines_bill_id_fkey" FOREIGN KEY ("bill_id") REFERENCES "bills"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "bank_lines_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "bank_statement_lines" (
    "statement_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "line_id" UUID NOT NULL,

    CONSTRAINT "bank_statement_lines_pkey" PRIMARY KEY ("statement_id", "position"),
    CONSTRAINT "bank_statement_lines_statement_id_fkey" FOREIGN KEY ("statement_id") REFERENCES "bank_statements"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "bank_statement_lines_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "bank_lines"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The payments as which a line was booked.
CREATE TABLE "bank_line_payments" (
    "payment_id" UUID NOT NULL,
    "line_id" UUID NOT NULL,

    CONSTRAINT "bank_line_payments_pkey" PRIMARY KEY ("payment_id"),
    CONSTRAINT "bank_line_payments_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "bank_line_payments_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "bank_lines"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Which column of a bank's file says what, by its header.
CREATE TABLE "bank_mappings" (
    "header_hash" TEXT NOT NULL,
    "columns" JSONB NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT product_now(),

    CONSTRAINT "bank_mappings_pkey" PRIMARY KEY ("header_hash")
);

CREATE UNIQUE INDEX "bank_statements_content_key" ON "bank_statements"("content_hash");
CREATE INDEX "bank_statements_created_at_idx" ON "bank_statements"("created_at");
CREATE UNIQUE INDEX "bank_lines_fingerprint_key" ON "bank_lines"("fingerprint");
CREATE INDEX "bank_lines_account_idx" ON "bank_lines"("account_hash") WHERE "payer_id" IS NOT NULL;
CREATE INDEX "bank_lines_booked_from_idx" ON "bank_lines"("booked_from_id");
CREATE INDEX "bank_lines_payer_id_idx" ON "bank_lines"("payer_id");
CREATE INDEX "bank_lines_student_id_idx" ON "bank_lines"("student_id");
CREATE INDEX "bank_lines_bill_id_idx" ON "bank_lines"("bill_id");
CREATE INDEX "bank_lines_open_idx" ON "bank_lines"("day") WHERE "booked_at" IS NULL;
CREATE INDEX "bank_statement_lines_line_id_idx" ON "bank_statement_lines"("line_id");
CREATE INDEX "bank_line_payments_line_id_idx" ON "bank_line_payments"("line_id");

-- The words of a text in lower case without accents and signs.
CREATE FUNCTION folded_words(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_split_to_array(trim(regexp_replace(
    translate(lower($1), 'ąćęłńóśźżáäčďéěíňöřšťúůüýž', 'acelnoszzaacdeeinorstuuuyz'), '[^a-z0-9]+', ' ', 'g')), ' ')
$$;
