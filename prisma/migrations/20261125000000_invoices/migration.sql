-- Invoices (rules §36): the account at the provider, payers' billing data, documents and their files.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE "invoicing_settings" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "domain" TEXT,
    -- Encrypted with a key made of AUTH_SECRET.
    "token" TEXT,
    "mode" TEXT NOT NULL DEFAULT 'off',
    "tax" TEXT,
    "exemption" TEXT,
    "ksef" BOOLEAN NOT NULL DEFAULT false,
    "since" TIMESTAMPTZ(3),
    "stopped_until" TIMESTAMPTZ(3),
    "stopped_words" TEXT,

    CONSTRAINT "invoicing_settings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invoicing_settings_one_row_check" CHECK ("id"),
    CONSTRAINT "invoicing_settings_mode_check" CHECK ("mode" IN ('off', 'onRequest', 'eachOrder', 'eachCompanyOrder')),
    CONSTRAINT "invoicing_settings_tax_check" CHECK ("tax" IN ('23', '8', '5', '0', 'zw')),
    CONSTRAINT "invoicing_settings_on_check" CHECK (
        "mode" = 'off' OR ("domain" IS NOT NULL AND "token" IS NOT NULL AND "tax" IS NOT NULL AND "since" IS NOT NULL)
    )
);
INSERT INTO "invoicing_settings" ("id") VALUES (true);

CREATE TABLE "billing_data" (
    "user_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nip" TEXT,
    "street" TEXT NOT NULL,
    "post_code" TEXT NOT NULL,
    "city" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT product_now(),

    CONSTRAINT "billing_data_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "billing_data_kind_check" CHECK (("kind" = 'company') = ("nip" IS NOT NULL) AND "kind" IN ('private', 'company')),
    CONSTRAINT "billing_data_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "invoices" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'wanted',
    "ksef" TEXT NOT NULL DEFAULT 'none',
    -- What was paid at once and has one invoice: an order, or a payment by hand.
    "source_kind" TEXT NOT NULL,
    "source_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "payer_id" UUID NOT NULL,
    -- The invoice that a correction corrects.
    "corrects_id" UUID,
    "amount" INTEGER NOT NULL,
    "lines" JSONB NOT NULL,
    -- The lines that a correction corrects.
    "before" JSONB,
    "buyer" JSONB,
    "tax" TEXT,
    "exemption" TEXT,
    "reason" TEXT NOT NULL DEFAULT '',
    "number" TEXT,
    "provider_id" TEXT,
    "issued_on" DATE,
    "error" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    -- The first day on which it was sent: a lost answer is looked up from there.
    "sent_from" DATE,
    "retry_at" TIMESTAMPTZ(3) NOT NULL DEFAULT product_now(),
    "ksef_tries" INTEGER NOT NULL DEFAULT 0,
    -- When what comes after issuing is due: KSeF's answer, the file, the message; null: all of it is done.
    "follow_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT product_now(),

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invoices_kind_check" CHECK ("kind" IN ('invoice', 'correction') AND ("kind" = 'correction') = ("corrects_id" IS NOT NULL)),
    CONSTRAINT "invoices_state_check" CHECK ("state" IN ('wanted', 'sending', 'issued', 'failed')),
    CONSTRAINT "invoices_ksef_check" CHECK ("ksef" IN ('none', 'processing', 'ok', 'error')),
    CONSTRAINT "invoices_amount_check" CHECK ("amount" <> 0 AND ("kind" = 'correction' OR "amount" > 0)),
    CONSTRAINT "invoices_issued_check" CHECK (
        "state" <> 'issued' OR ("number" IS NOT NULL AND "provider_id" IS NOT NULL AND "issued_on" IS NOT NULL AND "buyer" IS NOT NULL)
    ),
    CONSTRAINT "invoices_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "invoices_payer_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "invoices_corrects_id_fkey" FOREIGN KEY ("corrects_id") REFERENCES "invoices"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "invoice_files" (
    "invoice_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "invoice_files_pkey" PRIMARY KEY ("invoice_id"),
    CONSTRAINT "invoice_files_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- One invoice for what was paid at once, whoever asks how often; of corrections, one at a time.
CREATE UNIQUE INDEX "invoices_source_key" ON "invoices"("source_kind", "source_id") WHERE "kind" = 'invoice';
CREATE UNIQUE INDEX "invoices_correction_key" ON "invoices"("corrects_id") WHERE "kind" = 'correction' AND "state" <> 'issued';
CREATE INDEX "invoices_corrects_id_idx" ON "invoices"("corrects_id", "created_at");
CREATE INDEX "invoices_payer_id_created_at_idx" ON "invoices"("payer_id", "created_at");
CREATE INDEX "invoices_payment_id_idx" ON "invoices"("payment_id");
CREATE INDEX "invoices_waiting_idx" ON "invoices"("retry_at") WHERE "state" IN ('wanted', 'sending');
CREATE INDEX "invoices_follow_idx" ON "invoices"("follow_at") WHERE "follow_at" IS NOT NULL;
CREATE INDEX "invoices_failed_idx" ON "invoices"("created_at") WHERE "state" = 'failed' OR "ksef" = 'error';
CREATE INDEX "invoices_day_idx" ON "invoices"((coalesce("issued_on", ("created_at" AT TIME ZONE 'Europe/Warsaw')::date)), "created_at");

-- What each payment was part of, and who paid it: payments of one order share one invoice.
CREATE VIEW "invoice_sources" AS
SELECT p."id" AS "payment_id",
       CASE WHEN o."id" IS NULL THEN 'payment' ELSE 'order' END AS "source_kind",
       coalesce(o."id", p."id") AS "source_id",
       coalesce(o."payer_id",
         (SELECT g."parent_id" FROM "current_guardianships" g WHERE g."student_id" = p."student_id" AND g."is_payer" LIMIT 1),
         p."student_id") AS "payer_id"
  FROM "payments" p
  LEFT JOIN "order_items" i ON i."payment_id" = p."id"
  LEFT JOIN "orders" o ON o."id" = i."order_id";

-- The worker sends what is wanted as soon as it is stored.
CREATE FUNCTION signal_invoice_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('korki_invoices', '');
    RETURN NULL;
END $$;

CREATE TRIGGER invoices_work AFTER INSERT OR UPDATE OF "state" ON "invoices"
    FOR EACH ROW WHEN (NEW."state" = 'wanted') EXECUTE FUNCTION signal_invoice_work();
CREATE TRIGGER billing_data_work AFTER INSERT OR UPDATE ON "billing_data"
    FOR EACH STATEMENT EXECUTE FUNCTION signal_invoice_work();
CREATE TRIGGER invoicing_settings_work AFTER UPDATE OF "mode", "domain", "token" ON "invoicing_settings"
    FOR EACH STATEMENT EXECUTE FUNCTION signal_invoice_work();

-- The open screens of the payer and of administrators follow a document.
CREATE FUNCTION signal_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM signal_change('money', ARRAY[NEW.payer_id]);
    RETURN NULL;
END $$;

CREATE TRIGGER invoices_signal AFTER INSERT OR UPDATE OF "state", "ksef" ON "invoices"
    FOR EACH ROW EXECUTE FUNCTION signal_invoice();
