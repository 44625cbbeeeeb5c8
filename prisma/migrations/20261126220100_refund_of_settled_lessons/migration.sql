SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- What is unused of a payment, lot by lot: what it left over, then lessons that were booked before anything paid for them
-- and were given back. Those are of no payment in particular: of each that paid for what was booked before, as many as it
-- paid for so. A voided payment has none; lessons given back to it are of those that stood in for it.
CREATE FUNCTION unused_lessons(of_payment uuid) RETURNS TABLE (lot_id bigint, lessons integer)
  LANGUAGE sql STABLE AS $function$
  WITH RECURSIVE bought AS (
    SELECT p.id, p.student_id, p.subject, p.level, p.lesson_amount
           + (SELECT coalesce(sum(e.quantity), 0) FROM ledger_entries e
               WHERE e.source_payment_id = p.id AND e.kind IN ('expiry', 'refund'))
           - (SELECT coalesce(sum(l.remaining), 0) FROM ledger_lots l WHERE l.payment_id = p.id)
           - (SELECT count(*) FROM ledger_entries e
               WHERE e.student_id = p.student_id AND e.kind = 'hold' AND e.source_payment_id = p.id
                 AND NOT EXISTS (SELECT FROM ledger_entries n
                                  WHERE n.lesson_id = e.lesson_id AND n.lesson_turn = e.lesson_turn + 1)) AS settled
      FROM payments p WHERE p.id = of_payment AND p.deleted_at IS NULL),
  turns AS (
    SELECT held.lot_id AS from_lot, given.lot_id AS to_lot
      FROM bought b
      JOIN ledger_entries given ON (given.student_id, given.subject, given.level) = (b.student_id, b.subject, b.level)
                               AND given.kind = 'release' AND given.lot_id IS NOT NULL
      JOIN ledger_entries held ON held.lesson_id = given.lesson_id AND held.lesson_turn = given.lesson_turn - 1
     WHERE b.settled > 0),
  nobodys AS (
    SELECT to_lot AS id FROM turns WHERE from_lot IS NULL
     UNION
    SELECT turns.to_lot FROM turns JOIN nobodys ON nobodys.id = turns.from_lot),
  returned AS (
    SELECT l.id, l.remaining, b.settled, sum(l.remaining) OVER (ORDER BY l.expires_on NULLS LAST, l.id) AS up_to
      FROM bought b
      JOIN ledger_lots l ON (l.student_id, l.subject, l.level) = (b.student_id, b.subject, b.level) AND l.remaining > 0
      LEFT JOIN payments p ON p.id = l.payment_id
     WHERE p.deleted_at IS NOT NULL OR (l.payment_id IS NULL AND l.id IN (SELECT id FROM nobodys)))
  SELECT l.id, l.remaining FROM bought b JOIN ledger_lots l ON l.payment_id = b.id AND l.remaining > 0
   UNION ALL
  SELECT r.id, least(r.remaining, r.settled - (r.up_to - r.remaining))::int
    FROM returned r WHERE r.up_to - r.remaining < r.settled
$function$;

CREATE OR REPLACE FUNCTION take_from_lots(entry ledger_entries, wanted integer, own uuid, only_own boolean, day date)
  RETURNS bigint LANGUAGE plpgsql AS $function$
DECLARE
  lot record;
  part integer;
  last_lot bigint;
BEGIN
  FOR lot IN
    SELECT l.id, CASE WHEN only_own THEN unused.lessons ELSE l.remaining END AS remaining FROM ledger_lots l
      LEFT JOIN unused_lessons(CASE WHEN only_own THEN own END) unused ON unused.lot_id = l.id
     WHERE l.student_id = entry.student_id AND l.subject = entry.subject AND l.level = entry.level AND l.remaining > 0
       AND CASE WHEN only_own THEN unused.lot_id IS NOT NULL
                ELSE l.payment_id = own OR l.expires_on IS NULL OR l.expires_on >= day END
     ORDER BY (l.payment_id = own) DESC NULLS LAST, l.expires_on NULLS LAST, l.id
  LOOP
    EXIT WHEN wanted = 0;
    part := least(wanted, lot.remaining);
    UPDATE ledger_lots SET remaining = remaining - part WHERE id = lot.id;
    wanted := wanted - part;
    last_lot := lot.id;
  END LOOP;
  IF only_own AND wanted > 0 THEN
    RAISE EXCEPTION 'only lessons that are still unused can be refunded' USING ERRCODE = 'check_violation',
      CONSTRAINT = 'ledger_entries_refund_check';
  END IF;
  RETURN last_lot;
END $function$;
