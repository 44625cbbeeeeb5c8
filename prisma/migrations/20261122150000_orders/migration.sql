-- Online orders (rules §20): what is to be paid, what the payment provider reported, what was paid back.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE "orders" (
    "id" UUID NOT NULL,
    "student_id" UUID NOT NULL,
    "payer_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "amount" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "pay_url" TEXT,
    "transaction_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "receipt_year" INTEGER,
    "receipt_number" INTEGER,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "orders_amount_check" CHECK ("amount" > 0),
    CONSTRAINT "orders_status_check" CHECK ("status" IN ('open', 'paid', 'expired', 'failed', 'refunded')),
    -- Whatever was paid has a confirmation, and nothing else has one.
    CONSTRAINT "orders_receipt_check" CHECK (
        ("status" IN ('paid', 'refunded')) = ("receipt_number" IS NOT NULL)
        AND ("receipt_number" IS NULL) = ("paid_at" IS NULL)
        AND ("receipt_number" IS NULL) = ("receipt_year" IS NULL)
    ),
    CONSTRAINT "orders_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "orders_payer_id_fkey" FOREIGN KEY ("payer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "order_items" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "subject" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "lessons" INTEGER NOT NULL,
    "amount" INTEGER NOT NULL,
    "package_id" UUID,
    "package_name" TEXT,
    "valid_days" INTEGER,
    -- The payment that booked the item: one per item, for ever.
    "payment_id" UUID,

    CONSTRAINT "order_items_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "order_items_lessons_check" CHECK ("lessons" BETWEEN 1 AND 1000),
    CONSTRAINT "order_items_amount_check" CHECK ("amount" >= 0),
    CONSTRAINT "order_items_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "order_items_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- Everything that arrived in the provider's name, as it arrived, before anything is made of it.
CREATE TABLE "provider_notifications" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "body" TEXT NOT NULL,
    "order_id" UUID,
    "outcome" TEXT,
    "processed_at" TIMESTAMPTZ(3),
    "retry_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_notifications_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "provider_notifications_kind_check" CHECK ("kind" IN ('payment', 'refund')),
    CONSTRAINT "provider_notifications_outcome_check" CHECK (
        "outcome" IN ('booked', 'already-booked', 'mismatch', 'wrong-signature', 'unknown-order', 'not-confirmed', 'refund-completed', 'refund-rejected')
    ),
    CONSTRAINT "provider_notifications_processed_check" CHECK (("outcome" IS NULL) = ("processed_at" IS NULL))
);

CREATE TABLE "refunds" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "amount" INTEGER NOT NULL,
    "lessons" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_id" UUID NOT NULL,
    "retry_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "refunds_amount_check" CHECK ("amount" > 0 AND "lessons" > 0),
    CONSTRAINT "refunds_status_check" CHECK ("status" IN ('pending', 'requested', 'completed', 'rejected')),
    CONSTRAINT "refunds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- The last number given in a year. Taken in the transaction that books the payment, so that no number is left out.
CREATE TABLE "receipt_counters" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("year")
);

CREATE UNIQUE INDEX "orders_receipt_key" ON "orders"("receipt_year", "receipt_number");
CREATE INDEX "orders_payer_id_created_at_idx" ON "orders"("payer_id", "created_at");
CREATE INDEX "orders_student_id_created_at_idx" ON "orders"("student_id", "created_at");
CREATE INDEX "orders_created_at_idx" ON "orders"("created_at");
CREATE INDEX "orders_open_idx" ON "orders"("checked_at") WHERE "status" = 'open';
CREATE UNIQUE INDEX "order_items_order_id_position_key" ON "order_items"("order_id", "position");
CREATE UNIQUE INDEX "order_items_payment_id_key" ON "order_items"("payment_id");
CREATE INDEX "provider_notifications_order_id_idx" ON "provider_notifications"("order_id");
CREATE INDEX "provider_notifications_waiting_idx" ON "provider_notifications"("retry_at") WHERE "processed_at" IS NULL;
CREATE INDEX "provider_notifications_suspect_idx" ON "provider_notifications"("received_at") WHERE "outcome" IN ('mismatch', 'wrong-signature', 'unknown-order');
CREATE UNIQUE INDEX "refunds_order_id_key" ON "refunds"("order_id") WHERE "status" <> 'rejected';
CREATE INDEX "refunds_waiting_idx" ON "refunds"("retry_at") WHERE "status" = 'pending';

-- The worker settles what arrived as soon as it is stored.
CREATE FUNCTION signal_payment_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('korki_payments', '');
    RETURN NULL;
END $$;

CREATE TRIGGER provider_notifications_signal AFTER INSERT ON "provider_notifications"
    FOR EACH STATEMENT EXECUTE FUNCTION signal_payment_work();
CREATE TRIGGER refunds_signal AFTER INSERT ON "refunds"
    FOR EACH STATEMENT EXECUTE FUNCTION signal_payment_work();

-- The open screens of the payer, the student and administrators follow an order.
CREATE FUNCTION signal_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM signal_change('money', ARRAY[NEW.payer_id, NEW.student_id]);
    RETURN NULL;
END $$;

CREATE TRIGGER orders_signal AFTER INSERT OR UPDATE OF "status" ON "orders"
    FOR EACH ROW EXECUTE FUNCTION signal_order();
