-- Payments of one bill share one invoice (rules §36). What has an invoice of its own by now keeps it.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: few payments are of bills yet
CREATE INDEX payments_bill_id_idx ON payments (bill_id) WHERE bill_id IS NOT NULL;

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
       AND ((n."source_kind" = 'payment' AND n."source_id" = p."id") OR (n."source_kind" = 'order' AND n."source_id" = o."id")));
