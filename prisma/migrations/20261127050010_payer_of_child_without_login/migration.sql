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
