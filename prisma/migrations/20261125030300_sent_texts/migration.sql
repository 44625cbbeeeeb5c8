-- What a notification said, and what its channel answered (rules §41).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- Without the part of an address that lets somebody in.
ALTER TABLE "notifications" ADD COLUMN "sent_text" TEXT;
ALTER TABLE "notifications" ADD COLUMN "channel_answer" TEXT;
