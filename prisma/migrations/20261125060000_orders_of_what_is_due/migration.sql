-- One order pays what is due, of several bills and of lessons on none (rules §39). Its payments of a bill are on the bill's
-- invoice, the others on the order's; an order of one bill that has an invoice of its own by now keeps it.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: the column is new and empty, so that nothing is checked; few items name a student by now
ALTER TABLE order_items ADD COLUMN bill_id uuid;
ALTER TABLE order_items ADD CONSTRAINT order_items_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bills (id) NOT VALID;
ALTER TABLE order_items VALIDATE CONSTRAINT order_items_bill_id_fkey;
CREATE INDEX order_items_bill_id_idx ON order_items (bill_id) WHERE bill_id IS NOT NULL;
CREATE INDEX order_items_student_id_idx ON order_items (student_id) WHERE student_id IS NOT NULL;

CREATE OR REPLACE VIEW "invoice_sources" AS
SELECT p."id" AS "payment_id",
       CASE WHEN b."id" IS NOT NULL THEN 'bill' WHEN o."id" IS NOT NULL THEN 'order' ELSE 'payment' END AS "source_kind",
       coalesce(b."id", o."id", p."id") AS "source_id",
       coalesce(b."payer_id", o."payer_id",
         (SELECT g."parent_id" FROM "current_guardianships" g WHERE g."student_id" = p."student_id" AND g."is_payer" LIMIT 1),
         p."student_id") AS "payer_id"
  FROM "payments" p
  LEFT JOIN "order_items" i ON i."payment_id" = p."id"
  LEFT JOIN "orders" o ON o."id" = i."order_id"
  LEFT JOIN "bills" b ON b."id" = p."bill_id" AND NOT EXISTS (
    SELECT FROM "invoices" n WHERE n."kind" = 'invoice'
       AND ((n."source_kind" = 'payment' AND n."source_id" = p."id")
         OR (n."source_kind" = 'order' AND n."source_id" = o."id" AND o."bill_id" IS NOT NULL)));
