-- contract: the list of students to fill is empty since the migration before, and no version of the product reads it
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION enter_new_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, created_at)
  SELECT 'hold', -1, n.student_id, n.subject, n.level, n.id, n.created_at FROM new_rows n
   WHERE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
   ORDER BY n.student_id, n.subject, n.level, n.date, n.block, n.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION enter_changed_lessons() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, lesson_id, expires_on)
  SELECT m.kind, m.quantity, m.student_id, m.subject, m.level, m.id, m.expires_on
    FROM (
      SELECT 'release' AS kind, 1 AS quantity, o.student_id, o.subject, o.level, o.id, o.date, o.block,
             -- Returned by the teacher or the centre: without expiry (rules §13).
             CASE WHEN (n.deleted_at IS NULL AND n.status = 'Odwolana przez nauczyciela')
                    OR (n.deleted_at IS NOT NULL AND o.status <> 'Nie potwierdzona') THEN NULL
                  WHEN n.credit_until IS NULL THEN held.expires_on
                  ELSE greatest(n.credit_until, held.expires_on) END AS expires_on
        FROM old_rows o JOIN new_rows n ON n.id = o.id
        LEFT JOIN LATERAL (
          SELECT e.expires_on FROM ledger_entries e WHERE e.lesson_id = o.id AND e.lesson_turn IS NOT NULL
           ORDER BY e.lesson_turn DESC LIMIT 1) held ON true
       WHERE lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
         AND (NOT lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
              OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level))
      UNION ALL
      SELECT 'hold', -1, n.student_id, n.subject, n.level, n.id, n.date, n.block, NULL
        FROM old_rows o JOIN new_rows n ON n.id = o.id
       WHERE lesson_counts(n.status, n.deleted_at, n.charged, n.late_decision)
         AND (NOT lesson_counts(o.status, o.deleted_at, o.charged, o.late_decision)
              OR (o.student_id, o.subject, o.level) <> (n.student_id, n.subject, n.level))
    ) m
   ORDER BY m.student_id, m.subject, m.level, m.kind DESC, m.date, m.block, m.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION enter_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, payment_id, expires_on, created_at, created_by_id)
  SELECT m.kind, m.quantity, m.student_id, m.subject, m.level, m.id, m.expires_on, m.at, m.by_id FROM (
    SELECT 'purchase' AS kind, n.lesson_amount AS quantity, n.student_id, n.subject, n.level, n.id, n.expires_on,
           n.created_at AS at, n.created_by_id AS by_id
      FROM new_rows n
    UNION ALL
    SELECT 'void', 0, n.student_id, n.subject, n.level, n.id, NULL, n.deleted_at, n.deleted_by_id
      FROM new_rows n WHERE n.deleted_at IS NOT NULL
  ) m
   ORDER BY m.student_id, m.subject, m.level, m.kind, m.at, m.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION enter_voided_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM old_rows o JOIN new_rows n ON n.id = o.id
    WHERE (o.student_id, o.subject, o.level, o.lesson_amount) <> (n.student_id, n.subject, n.level, n.lesson_amount)
       OR o.expires_on IS DISTINCT FROM n.expires_on OR (o.deleted_at IS NOT NULL AND n.deleted_at IS NULL);
  IF FOUND THEN
    RAISE EXCEPTION 'a payment is voided for good and otherwise unchanged';
  END IF;
  INSERT INTO ledger_entries (kind, quantity, student_id, subject, level, payment_id, created_by_id)
  SELECT 'void', 0, n.student_id, n.subject, n.level, n.id, n.deleted_by_id
    FROM old_rows o JOIN new_rows n ON n.id = o.id
   WHERE o.deleted_at IS NULL AND n.deleted_at IS NOT NULL
   ORDER BY n.student_id, n.subject, n.level, n.created_at, n.id;
  RETURN NULL;
END $$;

DROP PROCEDURE fill_ledger(integer);
DROP FUNCTION ledger_waits_for(uuid);
DROP TABLE ledger_students_to_fill;
