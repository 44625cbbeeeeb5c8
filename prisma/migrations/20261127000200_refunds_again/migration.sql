-- An order can be refunded again after a rejection: which refund an entry of the ledger is of is found by the order.
SET LOCAL lock_timeout = '5s';
SET LOCAL statement_timeout = '10min';

-- brief: a refund is rare, and writing one waits for the index no longer than a moment
CREATE INDEX refunds_order_id_idx ON refunds (order_id);

-- A rejected refund is one thing to look into, however often the provider said so before: its newest notification.
UPDATE provider_notifications n SET reviewed_at = n.processed_at
 WHERE n.outcome = 'refund-rejected' AND n.reviewed_at IS NULL
   AND EXISTS (SELECT FROM provider_notifications m
                WHERE m.order_id = n.order_id AND m.outcome = 'refund-rejected'
                  AND (m.received_at, m.id) > (n.received_at, n.id)
                  AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = n.order_id AND r.status = 'rejected'
                                     AND r.finished_at > n.processed_at AND r.finished_at <= m.processed_at));
