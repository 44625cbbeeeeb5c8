-- A confirmation link carries the registration that it answers: somebody else's try with the same address can
-- then neither replace nor pre-empt what the owner of the mailbox typed.
ALTER TABLE "one_time_links" ADD COLUMN "registration" JSONB;
