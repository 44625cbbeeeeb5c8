-- contract: messages are stored as arrays since 20261121150100; the ledger's past is written since 20261122050001
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

DROP FUNCTION store_messages(json, timestamptz, text, text[]);
DROP FUNCTION enter_past(uuid[]);
