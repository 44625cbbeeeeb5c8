-- When the monthly summary was switched on, and the last month whose summaries were all written (rules §17).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE centre_settings ADD COLUMN monthly_summary_since timestamptz(3);
ALTER TABLE centre_settings ADD COLUMN summarized_month date;

-- Where it is on already, nobody knows since when. The month before is done, unless these are the days on which it is sent.
UPDATE centre_settings
   SET summarized_month = (date_trunc('month', now() AT TIME ZONE 'Europe/Warsaw') - interval '1 month')::date
 WHERE NOT (monthly_summary AND extract(day FROM now() AT TIME ZONE 'Europe/Warsaw') <= 3);
