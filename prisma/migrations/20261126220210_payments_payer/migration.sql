-- Who paid, as it was when a payment was booked (rules §§32, 36). Where nobody noted it: who pays for the student now.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE payments ADD COLUMN payer_id uuid;

CREATE OR REPLACE VIEW "invoice_sources" AS
SELECT p."id" AS "payment_id",
       CASE WHEN b."id" IS NOT NULL THEN 'bill' WHEN o."id" IS NOT NULL THEN 'order' ELSE 'payment' END AS "source_kind",
       coalesce(b."id", o."id", p."id") AS "source_id",
       coalesce(b."payer_id", o."payer_id", p."payer_id",
         (SELECT g."parent_id" FROM "current_guardianships" g WHERE g."student_id" = p."student_id" AND g."is_payer" LIMIT 1),
         p."student_id") AS "payer_id"
  FROM "payments" p
  LEFT JOIN "order_items" i ON i."payment_id" = p."id"
  LEFT JOIN "orders" o ON o."id" = i."order_id"
  LEFT JOIN "bills" b ON b."id" = p."bill_id" AND NOT EXISTS (
    SELECT FROM "invoices" n WHERE n."kind" = 'invoice'
       AND ((n."source_kind" = 'payment' AND n."source_id" = p."id")
         OR (n."source_kind" = 'order' AND n."source_id" = o."id" AND o."bill_id" IS NOT NULL)));
