-- A payer whose account is disabled is told nothing, so what a child without a login would be told goes to the parents who
-- may book, as where nobody pays.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE OR REPLACE FUNCTION told_for(person uuid) RETURNS TABLE (recipient uuid, child uuid) LANGUAGE sql STABLE AS $$
  SELECT person, NULL::uuid
   WHERE NOT EXISTS (SELECT FROM users WHERE id = person AND role = 'Student' AND email IS NULL)
   UNION ALL
  SELECT g.parent_id, g.student_id
    FROM users u JOIN current_guardianships g ON g.student_id = u.id JOIN users p ON p.id = g.parent_id
   WHERE u.id = person AND u.role = 'Student' AND u.email IS NULL AND NOT p.is_disabled
     AND (g.is_payer OR g.can_book AND NOT EXISTS (
           SELECT FROM payers_of(person) payer JOIN users b ON b.id = payer WHERE NOT b.is_disabled))
$$;
