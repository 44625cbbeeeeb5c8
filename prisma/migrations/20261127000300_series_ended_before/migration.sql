-- Who ended a weekly lesson before ended_at was written is not asked whether it goes on, either (rules §11). The history
-- says what was decided last: an end, unless a longer series, a payer's no or an undo came after it. Few series are ahead,
-- and the index on entity and entity_id finds each one's entries.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

UPDATE series x SET ended_at = h.at
  FROM (SELECT s.id, e.action, e.at
          FROM series s CROSS JOIN LATERAL (
            SELECT action, at FROM history_entries
             WHERE entity = 'series' AND entity_id = s.id::text AND action IN ('end', 'extend', 'refuse', 'undo')
             ORDER BY id DESC LIMIT 1) e
         WHERE s.ended_at IS NULL AND s.last_date >= warsaw_today()) h
 WHERE h.id = x.id AND h.action = 'end';
