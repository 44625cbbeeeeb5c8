import type { Database } from "./client";
import { usesOf } from "./given";
import { execute, joinSql, type Sql, sql } from "./sql";

/** How many days what is done with is kept. */
const KEPT = {
  /** Notifications that were sent or skipped. */
  notifications: 180,
  /** Notifications that failed. */
  failedNotifications: 365,
  /** Codes, links and tokens, after they expired. */
  expired: 30,
  /** Results kept for repeated requests. */
  idempotencyKeys: 1,
  /** Registrations whose address was never confirmed, since the last one. */
  unconfirmedRegistrations: 30,
  /** Trial requests that were held or cancelled, since their last change. */
  closedTrialRequests: 365,
  /** Children's steps that a payer answered or nobody did, since then. */
  closedApprovals: 365,
  /** What changed who could get in to accounts. */
  securityEvents: 365,
  /** Notifications of a payment provider, since they were handled. */
  providerNotifications: 90,
  /** Who was in the rooms of lessons. */
  lessonVisits: 365,
  /** Pictures on boards, since the lesson. */
  boardPictures: 90,
  /** Boards, since the lesson. */
  boards: 731,
  /** Credits of bank statements that nobody booked. */
  openBankLines: 365,
};

/** Rows that one statement deletes at most, so that none of them holds others up. */
const BATCH = 5000;

/**
 * Deletes expired rows. Returns the number of rows by table. A table whose rows cannot be deleted keeps no other one
 * waiting; its error is thrown at the end.
 */
export async function deleteOutdated(db: Database): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {};
  const errors: unknown[] = [];
  for (const [name, { table, key = sql`id`, outdated }] of Object.entries(outdatedRows())) {
    deleted[name] = 0;
    try {
      for (let last = BATCH; last === BATCH; ) {
        last = await execute(
          db,
          sql`DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${outdated} LIMIT ${BATCH})`,
        );
        deleted[name] += last;
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 1) throw new AggregateError(errors, "several tables could not be cleaned up");
  if (errors.length === 1) throw errors[0];
  return deleted;
}

/**
 * Rows that have had their time, by the name under which they are counted; `key` tells the rows of a table apart that has no
 * `id`.
 */
function outdatedRows(): Record<string, { table: Sql; key?: Sql; outdated: Sql }> {
  const { notifications, failedNotifications, expired, idempotencyKeys } = KEPT;
  return {
    sent_notifications: {
      table: sql`notifications`,
      outdated: sql`status IN ('sent', 'skipped') AND created_at < ${daysAgo(notifications)}`,
    },
    failed_notifications: {
      table: sql`notifications`,
      outdated: sql`status = 'failed' AND created_at < ${daysAgo(failedNotifications)}`,
    },
    telegram_codes: { table: sql`telegram_codes`, outdated: sql`expires_at < ${daysAgo(expired)}` },
    parent_invitations: {
      table: sql`parent_invitations`,
      outdated: sql`expires_at < ${daysAgo(expired)}`,
    },
    login_requests: { table: sql`login_requests`, outdated: sql`expires_at < ${daysAgo(expired)}` },
    one_time_links: { table: sql`one_time_links`, outdated: sql`expires_at < ${daysAgo(expired)}` },
    // A session that was not renewed for 30 days has no token left that works.
    sessions: { table: sql`sessions`, outdated: sql`last_used_at < ${daysAgo(expired + 30)}` },
    refresh_tokens: { table: sql`refresh_tokens`, outdated: sql`expires_at < ${daysAgo(expired)}` },
    spent_previews: { table: sql`spent_previews`, outdated: sql`spent_at < ${daysAgo(expired)}` },
    bill_previews: {
      table: sql`bill_previews`,
      key: sql`token_hash`,
      outdated: sql`created_at < ${daysAgo(expired)}`,
    },
    spent_challenges: {
      table: sql`spent_challenges`,
      key: sql`ctid`,
      outdated: sql`expires_at < ${daysAgo(expired)}`,
    },
    security_events: {
      table: sql`security_events`,
      outdated: sql`created_at < ${daysAgo(KEPT.securityEvents)}`,
    },
    closed_approvals: {
      table: sql`approvals`,
      outdated: sql`status <> 'open' AND answered_at < ${daysAgo(KEPT.closedApprovals)}`,
    },
    provider_notifications: {
      table: sql`provider_notifications`,
      outdated: sql`processed_at < ${daysAgo(KEPT.providerNotifications)}`,
    },
    lesson_visits: {
      table: sql`lesson_visits`,
      outdated: sql`entered_at < ${daysAgo(KEPT.lessonVisits)}`,
    },
    board_pictures: {
      table: sql`board_pictures`,
      outdated: ofLessonsBefore(sql`board_pictures`, KEPT.boardPictures),
    },
    lesson_boards: {
      table: sql`lesson_boards`,
      key: sql`lesson_id`,
      outdated: ofLessonsBefore(sql`lesson_boards`, KEPT.boards),
    },
    undo_steps: { table: sql`undo_steps`, outdated: sql`until < ${daysAgo(1)}` },
    open_bank_lines: {
      table: sql`bank_lines`,
      outdated: sql`booked_at IS NULL AND day < (${daysAgo(KEPT.openBankLines)})::date`,
    },
    idempotency_keys: {
      table: sql`idempotency_keys`,
      key: sql`ctid`,
      outdated: sql`created_at < ${daysAgo(idempotencyKeys)}`,
    },
    unconfirmed_registrations: {
      table: sql`users`,
      outdated: unconfirmedSince(KEPT.unconfirmedRegistrations),
    },
    closed_trial_requests: {
      table: sql`trial_lessons`,
      outdated: sql`status IN ('Zrealizowana', 'Odwolana') AND updated_at < ${daysAgo(KEPT.closedTrialRequests)}
                    AND (date IS NULL OR date < warsaw_today())`,
    },
  };
}

function ofLessonsBefore(table: Sql, days: number): Sql {
  return sql`EXISTS (SELECT FROM lessons l WHERE l.id = ${table}.lesson_id AND l.date < (${daysAgo(days)})::date)`;
}

function daysAgo(days: number): Sql {
  return sql`product_now() - make_interval(days => ${days})`;
}

/**
 * An account that a visitor registered without confirming the address, and that the centre has given nothing to do. Not
 * an invited person, who has no password yet. A row that only keeps the centre's earlier billing mode does not count.
 */
function unconfirmedSince(days: number): Sql {
  return sql`email_confirmed_at IS NULL AND password_hash IS NOT NULL AND erased_at IS NULL
    AND created_at < ${daysAgo(days)}
    AND NOT EXISTS (SELECT FROM one_time_links o WHERE o.user_id = users.id AND o.created_at >= ${daysAgo(days)})
    AND NOT EXISTS (SELECT FROM billing_payers g WHERE g.payer_id = users.id AND (g.mode IS NOT NULL OR g.balance > 0))
    AND NOT (${joinSql(usesOf(sql`users.id`), " OR ")})`;
}
