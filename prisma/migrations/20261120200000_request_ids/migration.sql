-- What the logs call the request that caused a notification, so that its delivery can be followed back.
ALTER TABLE notifications ADD COLUMN request_id TEXT;
