-- When the weekly reminder of debts was switched on, and the Monday of the last week whose reminders all went out (rules §21).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

ALTER TABLE centre_settings ADD COLUMN weekly_debt_reminder_since timestamptz(3);
ALTER TABLE centre_settings ADD COLUMN reminded_week date;
