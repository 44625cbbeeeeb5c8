-- What an administrator's search looks through: lower case, Polish letters without their marks, so that
-- "lukasz" finds Łukasz. Kept by PostgreSQL itself; Prisma does not know the column.
ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(translate(name || ' ' || surname || ' ' || email || ' ' || phone || ' ' || phone_parent,
                  'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ', 'acelnoszzACELNOSZZ'))) STORED;

-- The lists' order, Polish alphabet: a page is read from the index and nothing is sorted.
CREATE INDEX users_polish_order_idx ON users
  (role, (surname COLLATE "pl-x-icu"), (name COLLATE "pl-x-icu"), id);

-- What is still to pay out and what is still to give, at a glance, for each row of a list.
CREATE INDEX lessons_teacher_delivered_idx ON lessons (teacher_id) INCLUDE (rate)
  WHERE deleted_at IS NULL AND status IN ('Zrealizowana', 'Uczen nieobecny');
