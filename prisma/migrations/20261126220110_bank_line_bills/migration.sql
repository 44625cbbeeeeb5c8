-- What bills got of a line that was booked for a student (rules §41): taking it back takes as much off each of them.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE "bank_line_bills" (
    "line_id" UUID NOT NULL,
    "bill_id" UUID NOT NULL,
    -- In whole złoty.
    "amount" INTEGER NOT NULL,

    CONSTRAINT "bank_line_bills_pkey" PRIMARY KEY ("line_id", "bill_id"),
    CONSTRAINT "bank_line_bills_amount_check" CHECK ("amount" > 0),
    CONSTRAINT "bank_line_bills_line_id_fkey" FOREIGN KEY ("line_id") REFERENCES "bank_lines"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "bank_line_bills_bill_id_fkey" FOREIGN KEY ("bill_id") REFERENCES "bills"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE INDEX "bank_line_bills_bill_id_idx" ON "bank_line_bills"("bill_id");
