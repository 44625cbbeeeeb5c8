-- What an administrator keeps of a list of people under a name: filters, order and columns (rules §41).
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

CREATE TABLE "list_views" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,

    CONSTRAINT "list_views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "list_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "list_views_name_key" ON "list_views"("user_id", "list", "name");
