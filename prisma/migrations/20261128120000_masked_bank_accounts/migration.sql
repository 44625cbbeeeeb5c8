-- Account numbers that payers and titles of bank lines name are kept with their last four digits (rules §41), as those of
-- new lines are. Lines are still known by their fingerprints.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

UPDATE bank_lines l SET payer = masked.payer, title = masked.title
  FROM (SELECT id, regexp_replace(payer, accounts, '…\1', 'gi') AS payer, regexp_replace(title, accounts, '…\1', 'gi') AS title
          FROM bank_lines CROSS JOIN (VALUES ('(?<!\d)(?:PL[ -]?)?(?:\d[ -]?){22}((?:\d[ -]?){3}\d)(?!\d)')) a (accounts)
         WHERE payer ~ accounts OR title ~ accounts) masked
 WHERE masked.id = l.id;
