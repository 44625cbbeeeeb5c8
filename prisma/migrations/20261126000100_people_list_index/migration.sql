-- The lists of people in their order, with what is searched: a page and a count read the index alone, and not the wide rows.
-- Concurrently, hence alone in its file.
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_listed_idx
  ON users (role, is_disabled, surname COLLATE "pl-x-icu", name COLLATE "pl-x-icu", id) INCLUDE (search_text);
