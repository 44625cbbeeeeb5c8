-- A child without a login cannot pay: where no parent is its payer, the one pays who may pay for the longest time (rules
-- §32). What such a child was billed, and nothing came for yet, becomes that parent's.
-- brief: few bills are unpaid, which have an index, and few of these are a child's.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE VIEW student_payers AS
  SELECT s.id AS student_id, coalesce(g.parent_id, o.parent_id, s.id) AS payer_id,
         coalesce(b.mode, b.default_mode, c.billing_mode) AS mode,
         greatest(c.billing_saved_at, b.saved_at) AS saved_at
    FROM users s
    LEFT JOIN current_guardianships g ON g.student_id = s.id AND g.is_payer
    LEFT JOIN LATERAL (
      SELECT may.parent_id FROM current_guardianships may JOIN users p ON p.id = may.parent_id AND NOT p.is_disabled
       WHERE s.email IS NULL AND g.parent_id IS NULL AND may.student_id = s.id AND may.can_pay
       ORDER BY may.id LIMIT 1) o ON true
    LEFT JOIN billing_payers b ON b.payer_id = coalesce(g.parent_id, o.parent_id, s.id)
   CROSS JOIN centre_settings c
   WHERE s.role = 'Student';

-- How such a child was billed, and money that waits, become that parent's, too.
CREATE TEMPORARY TABLE billed_children ON COMMIT DROP AS
  SELECT b.payer_id AS student_id, p.payer_id, b.mode, b.default_mode, b.saved_at, b.balance
    FROM billing_payers b
    JOIN users s ON s.id = b.payer_id AND s.role = 'Student' AND s.email IS NULL
    JOIN student_payers p ON p.student_id = b.payer_id AND p.payer_id <> b.payer_id
   WHERE NOT EXISTS (SELECT FROM current_guardianships g WHERE g.student_id = b.payer_id AND g.is_payer);

INSERT INTO billing_payers (payer_id, mode, default_mode, saved_at)
SELECT DISTINCT ON (payer_id) payer_id, mode, default_mode, saved_at FROM billed_children
 ORDER BY payer_id, mode NULLS LAST, saved_at
ON CONFLICT (payer_id) DO NOTHING;

UPDATE billing_payers b SET balance = b.balance + c.balance
  FROM (SELECT payer_id, sum(balance)::int AS balance FROM billed_children GROUP BY payer_id) c
 WHERE c.payer_id = b.payer_id AND c.balance > 0;

UPDATE billing_payers b SET balance = 0 FROM billed_children c WHERE b.payer_id = c.student_id AND b.balance > 0;

INSERT INTO bill_exclusions (month, payer_id)
SELECT DISTINCT x.month, p.payer_id
  FROM bill_exclusions x
  JOIN users s ON s.id = x.payer_id AND s.role = 'Student' AND s.email IS NULL
  JOIN student_payers p ON p.student_id = x.payer_id AND p.payer_id <> x.payer_id
 WHERE NOT EXISTS (SELECT FROM current_guardianships g WHERE g.student_id = x.payer_id AND g.is_payer)
ON CONFLICT DO NOTHING;

UPDATE bills b SET payer_id = p.payer_id
  FROM student_payers p
 WHERE b.status = 'open' AND b.paid = 0 AND b.balance = 0 AND b.credited = 0
   AND p.student_id = b.payer_id AND p.payer_id <> b.payer_id
   AND EXISTS (SELECT FROM users s WHERE s.id = b.payer_id AND s.email IS NULL)
   AND NOT EXISTS (SELECT FROM bills k WHERE k.payer_id = p.payer_id AND k.month = b.month AND k.status <> 'withdrawn')
   -- A parent of two such children takes one of their bills.
   AND b.id = (SELECT min(n.id::text)::uuid FROM bills n JOIN student_payers q ON q.student_id = n.payer_id
                WHERE q.payer_id = p.payer_id AND n.month = b.month AND n.status = 'open' AND n.paid = 0 AND n.balance = 0
                  AND n.credited = 0);
