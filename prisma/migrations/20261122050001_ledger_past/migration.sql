-- Writes the ledger's entries of the past, twenty students at a time, each step a transaction of its own: this call stands
-- alone in its file so that the procedure may commit. A step that is interrupted leaves the rest to the next attempt.
CALL fill_ledger(20);
