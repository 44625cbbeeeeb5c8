-- Fills person_slots, in steps that commit by themselves.
CALL fill_person_slots();
