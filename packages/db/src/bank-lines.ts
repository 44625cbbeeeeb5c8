import type { CivilDate, SubjectLevel } from "@korki/domain";
import { PAID } from "./billing";
import type { Executor } from "./client";
import { owedLessons } from "./debts";
import { newId } from "./ids";
import { execute, query, sql } from "./sql";
import { isoTime, jsonArray, nameJson, type PageQuery, pageClause } from "./sql-fragments";
import type { Tx } from "./transaction";

/** A credit as a bank's file says it; `amount` in grosze. */
type NewBankLine = {
  fingerprint: string;
  on: CivilDate;
  amount: number;
  payer: string;
  title: string;
  accountHash: string | null;
  accountEnd: string | null;
};

/** Lets one call book lines, or take them back, at a time, until the transaction ends. */
export async function lockBankLines(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT pg_advisory_xact_lock(hashtextextended('korki.bank-lines', 0))`);
}

/**
 * Keeps a file and its lines; those that other files had already are the same lines. Returns the id of the statement of
 * this content, which may be an earlier one.
 */
export async function insertStatement(
  tx: Tx,
  made: { fileName: string; contentHash: string; createdById: string; createdAt: Date },
  lines: readonly NewBankLine[],
): Promise<{ id: string; isNew: boolean }> {
  const id = newId();
  const { count } = await tx.bankStatement.createMany({ data: [{ id, ...made }], skipDuplicates: true });
  if (count === 0) {
    const { contentHash } = made;
    const known = await tx.bankStatement.findUniqueOrThrow({ where: { contentHash }, select: { id: true } });
    return { id: known.id, isNew: false };
  }
  await insertLines(tx, id, lines);
  return { id, isNew: true };
}

/**
 * Replaces a statement's lines, of which none may be booked. The old ones leave other statements, too, so that no
 * transfer is there twice.
 */
export async function replaceLines(
  tx: Tx,
  statementId: string,
  lines: readonly NewBankLine[],
): Promise<void> {
  await tx.bankLine.deleteMany({ where: { statements: { some: { statementId } } } });
  await insertLines(tx, statementId, lines);
}

async function insertLines(tx: Tx, statementId: string, lines: readonly NewBankLine[]): Promise<void> {
  const rows = JSON.stringify(lines.map((line, position) => ({ id: newId(), position, ...line })));
  const given = sql`json_to_recordset(${rows}::json) AS line (
    id uuid, position smallint, fingerprint text, "on" date, amount int, payer text, title text, "accountHash" text,
    "accountEnd" text)`;
  await execute(
    tx,
    sql`INSERT INTO bank_lines (id, fingerprint, day, amount, payer, title, account_hash, account_end)
        SELECT id, fingerprint, "on", amount, payer, title, "accountHash", "accountEnd" FROM ${given}
         ORDER BY fingerprint ON CONFLICT (fingerprint) DO NOTHING`,
  );
  await execute(
    tx,
    sql`INSERT INTO bank_statement_lines (statement_id, position, line_id)
        SELECT ${statementId}::uuid, line.position, known.id FROM ${given} JOIN bank_lines known USING (fingerprint)`,
  );
}

/** Finds the mappings that were remembered for these headers. */
export async function findBankMappings<Columns>(
  on: Executor,
  headerHashes: readonly string[],
): Promise<Map<string, Columns>> {
  const rows = await query<{ hash: string; columns: Columns }>(
    on,
    sql`SELECT header_hash AS hash, columns FROM bank_mappings WHERE header_hash = ANY(${headerHashes}::text[])`,
  );
  return new Map(rows.map(({ hash, columns }) => [hash, columns]));
}

export async function saveBankMapping(tx: Tx, headerHash: string, columns: object, at: Date): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO bank_mappings (header_hash, columns, saved_at) VALUES (${headerHash}, ${JSON.stringify(columns)}::jsonb, ${at})
        ON CONFLICT (header_hash) DO UPDATE SET columns = excluded.columns, saved_at = excluded.saved_at`,
  );
}

/** Whose money a line is and what it pays for. */
type BankTargetRow = {
  payerId: string;
  payerName: string;
  billId: string | null;
  billMonth: string | null;
  studentId: string | null;
  studentName: string | null;
};

export type BankLineRow = {
  id: string;
  on: CivilDate;
  /** In grosze. */
  amount: number;
  payer: string;
  title: string;
  accountEnd: string | null;
  booked: BankTargetRow | null;
  paymentId: string | null;
};

const LINE = sql`l.id, l.day AS "on", l.amount, l.payer, l.title, l.account_end AS "accountEnd",
  CASE WHEN l.booked_at IS NOT NULL THEN json_build_object(
    'payerId', l.payer_id, 'payerName', rtrim(p.name || ' ' || p.surname), 'billId', l.bill_id,
    'billMonth', (SELECT to_char(b.month, 'YYYY-MM') FROM bills b WHERE b.id = l.bill_id),
    'studentId', l.student_id, 'studentName', rtrim(s.name || ' ' || s.surname)) END AS booked,
  (SELECT min(x.payment_id::text)::uuid FROM bank_line_payments x WHERE x.line_id = l.id) AS "paymentId"`;

const PEOPLE = sql`LEFT JOIN users p ON p.id = l.payer_id LEFT JOIN users s ON s.id = l.student_id`;

/** The lines of a statement, as the file has them. */
export function listBankLines(on: Executor, statementId: string): Promise<BankLineRow[]> {
  return query(
    on,
    sql`SELECT ${LINE} FROM bank_statement_lines x JOIN bank_lines l ON l.id = x.line_id ${PEOPLE}
         WHERE x.statement_id = ${statementId}::uuid ORDER BY x.position`,
  );
}

/** Locks a line of a statement until the transaction ends. */
export async function lockBankLine(
  tx: Tx,
  statementId: string,
  lineId: string,
): Promise<{ id: string; on: CivilDate; amount: number; bookedAt: Date | null } | null> {
  const [line] = await query<{ id: string; on: CivilDate; amount: number; bookedAt: Date | null }>(
    tx,
    sql`SELECT l.id, l.day AS "on", l.amount, l.booked_at AS "bookedAt"
          FROM bank_lines l JOIN bank_statement_lines x ON x.line_id = l.id
         WHERE l.id = ${lineId}::uuid AND x.statement_id = ${statementId}::uuid LIMIT 1 FOR UPDATE OF l`,
  );
  return line ?? null;
}

/** Notes as what lines were booked. */
export async function markBooked(
  tx: Tx,
  booked: {
    lineId: string;
    statementId: string;
    payerId: string;
    billId: string | null;
    studentId: string | null;
    paymentIds: readonly string[];
    /** What each bill got of a student's money; whole złoty. */
    bills: readonly { billId: string; amount: number }[];
    by: string;
    at: Date;
  },
): Promise<void> {
  const { lineId, statementId, payerId, billId, studentId, paymentIds, bills, by, at } = booked;
  await tx.bankLine.update({
    where: { id: lineId },
    data: { bookedAt: at, bookedById: by, bookedFromId: statementId, payerId, billId, studentId },
    select: { id: true },
  });
  await tx.bankLinePayment.createMany({ data: paymentIds.map((paymentId) => ({ lineId, paymentId })) });
  await execute(
    tx,
    sql`INSERT INTO bank_line_bills (line_id, bill_id, amount)
        SELECT ${lineId}::uuid, given.bill_id, given.amount
          FROM unnest(${bills.map(({ billId }) => billId)}::uuid[], ${bills.map(({ amount }) => amount)}::int[])
               AS given (bill_id, amount)
        ON CONFLICT (line_id, bill_id) DO UPDATE SET amount = excluded.amount`,
  );
}

/**
 * A line that was booked, its payments with what voiding them took off which bill, and what it brought to which bills, in
 * whole złoty.
 */
export type BookedLineRow = {
  id: string;
  on: CivilDate;
  payments: { id: string; billId: string | null; takenOff: number; isVoided: boolean }[];
  bills: { billId: string; amount: number }[];
};

/** The lines booked from a statement since then, the last booked first. */
export function listBookedLines(tx: Tx, statementId: string, since: Date): Promise<BookedLineRow[]> {
  return query(
    tx,
    sql`SELECT l.id, l.day AS "on",
               ${jsonArray(sql`SELECT json_build_object('id', p.id, 'billId', p.bill_id, 'isVoided', p.deleted_at IS NOT NULL,
                         'takenOff', CASE WHEN p.deleted_at IS NULL THEN 0 ELSE coalesce(p.taken_off, p.money_amount) END)
                       FROM bank_line_payments x JOIN payments p ON p.id = x.payment_id WHERE x.line_id = l.id
                      ORDER BY p.id DESC`)} AS payments,
               ${jsonArray(sql`SELECT json_build_object('billId', brought.bill_id, 'amount', brought.amount)
                       FROM (SELECT l.bill_id, l.amount / 100 AS amount WHERE l.bill_id IS NOT NULL
                              UNION ALL
                             SELECT x.bill_id, x.amount FROM bank_line_bills x WHERE x.line_id = l.id) brought
                      ORDER BY brought.bill_id`)} AS bills
          FROM bank_lines l WHERE l.booked_from_id = ${statementId}::uuid AND l.booked_at >= ${since}
         ORDER BY l.booked_at DESC, l.id DESC FOR UPDATE OF l`,
  );
}

/** Makes payments that stand beside a voided one a part of the line of which that is one. */
export async function addToLineOf(tx: Tx, voidedId: string, paymentIds: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`INSERT INTO bank_line_payments (payment_id, line_id)
        SELECT added.id, x.line_id FROM bank_line_payments x, unnest(${paymentIds}::uuid[]) AS added (id)
         WHERE x.payment_id = ${voidedId}::uuid`,
  );
}

/** Makes lines such that can be booked. */
export async function reopenBankLines(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.bankLinePayment.deleteMany({ where: { lineId: { in: [...ids] } } });
  await execute(tx, sql`DELETE FROM bank_line_bills WHERE line_id = ANY (${ids}::uuid[])`);
  await tx.bankLine.updateMany({
    where: { id: { in: [...ids] } },
    data: {
      bookedAt: null,
      bookedById: null,
      bookedFromId: null,
      payerId: null,
      billId: null,
      studentId: null,
    },
  });
}

export type BankStatementRow = {
  id: string;
  fileName: string;
  createdAt: string;
  createdBy: { id: string; name: string; surname: string } | null;
  count: number;
  booked: number;
  /** When something was booked from it last. */
  lastBookedAt: Date | null;
};

const STATEMENT = sql`
  SELECT s.id, s.file_name AS "fileName", ${isoTime(sql`s.created_at`)} AS "createdAt", ${nameJson(sql`u`)} AS "createdBy",
         (SELECT max(l.booked_at) FROM bank_lines l WHERE l.booked_from_id = s.id) AS "lastBookedAt", lines.*
    FROM bank_statements s LEFT JOIN users u ON u.id = s.created_by_id
   CROSS JOIN LATERAL (
     SELECT count(*)::int AS count, count(l.booked_at)::int AS booked
       FROM bank_statement_lines x JOIN bank_lines l ON l.id = x.line_id WHERE x.statement_id = s.id) lines`;

/** Finds the statement of a file by the hash of its content; null if there is none. */
export async function findStatementOf(on: Executor, contentHash: string): Promise<string | null> {
  const [row] = await query<{ id: string }>(
    on,
    sql`SELECT id FROM bank_statements WHERE content_hash = ${contentHash}`,
  );
  return row?.id ?? null;
}

export async function findStatement(on: Executor, id: string): Promise<BankStatementRow | null> {
  const [row] = await query<BankStatementRow>(on, sql`${STATEMENT} WHERE s.id = ${id}::uuid`);
  return row ?? null;
}

/** A page of the statements, the newest first, and how many there are. */
export async function listStatements(
  on: Executor,
  page: PageQuery,
): Promise<{ items: BankStatementRow[]; total: number }> {
  const [count] = await query<{ total: number }>(on, sql`SELECT count(*)::int AS total FROM bank_statements`);
  const items = await query<BankStatementRow>(
    on,
    sql`${STATEMENT} ORDER BY s.created_at DESC, s.id DESC ${pageClause(page)}`,
  );
  return { items, total: count?.total ?? 0 };
}

/** What a line probably is; `isCertain`: payer, target and amount agree beyond doubt. */
export type SuggestionRow = BankTargetRow & { lineId: string; isCertain: boolean };

/** Names that stand in a text: two to four words side by side, or two with one between them, without spaces. */
const NAMES_IN_TEXT = sql`
  SELECT line.id AS line_id, k.key
    FROM line CROSS JOIN LATERAL generate_subscripts(words, 1) i
   CROSS JOIN LATERAL (VALUES (words[i] || words[i + 1]), (words[i] || words[i + 1] || words[i + 2]),
                              (words[i] || words[i + 1] || words[i + 2] || words[i + 3]),
                              (words[i] || words[i + 2])) k(key)
   WHERE k.key IS NOT NULL`;

/** Names of students and parents as they may stand in a text, in either order. */
const NAMES_OF_PEOPLE = sql`
  SELECT u.id, k.key
    FROM users u
   CROSS JOIN LATERAL (SELECT array_to_string(folded_words(u.name), '') AS name,
                              array_to_string(folded_words(u.surname), '') AS surname) w
   CROSS JOIN LATERAL (VALUES (w.name || w.surname), (w.surname || w.name)) k(key)
   WHERE u.role IN ('Student', 'Parent') AND u.erased_at IS NULL AND w.name <> '' AND w.surname <> ''`;

/**
 * Empties what the bank says of transfers, of whomever they are, that name a person: any of the names with any of the
 * surnames, as they are recognised in a text, or any of the patterns of LIKE, in lower case. Of all lines that were ever
 * kept, names are looked for in those that have a surname's letters at all.
 */
export async function eraseFromBankLines(
  tx: Tx,
  { names, surnames, patterns }: Record<"names" | "surnames" | "patterns", readonly string[]>,
): Promise<void> {
  await execute(
    tx,
    sql`
    WITH family AS MATERIALIZED (
      SELECT s.surname FROM (SELECT array_to_string(folded_words(s), '') AS surname FROM unnest(${surnames}::text[]) s) s
       WHERE s.surname <> ''),
    person AS MATERIALIZED (
      SELECT k.key
        FROM (SELECT array_to_string(folded_words(n), '') AS name FROM unnest(${names}::text[]) n) n
       CROSS JOIN family
       CROSS JOIN LATERAL (VALUES (name || surname), (surname || name)) k(key)
       WHERE name <> ''),
    line AS MATERIALIZED (
      SELECT l.id, l.words
        FROM (SELECT id, folded_words(payer || ' ' || title) AS words FROM bank_lines
               WHERE payer <> '' OR title <> '' OFFSET 0) l
       WHERE EXISTS (SELECT FROM family f WHERE strpos(array_to_string(l.words, ''), f.surname) > 0))
    UPDATE bank_lines SET payer = '', title = '', account_hash = NULL, account_end = NULL
     WHERE id IN (SELECT t.line_id FROM (${NAMES_IN_TEXT}) t JOIN person p ON p.key = t.key)
        OR lower(payer || ' ' || title) LIKE ANY (${patterns}::text[])`,
  );
}

/**
 * Suggests whose money each line of a statement is that is not booked, and what it pays for, by title, account, name and
 * amount (rules §41): one statement for all lines. A payer is known by a name in the text, of the own or of a child, or
 * by an account from which money came before; a former payer by the own name while a bill is open. Open bills come before
 * what is due without one. One line is certain per bill, and per student; none of a day after `today`, none for an erased
 * student, and none that may be a booked line of another file, read with other columns: of the same day, payer and sum.
 */
export function suggestForLines(
  on: Executor,
  statementId: string,
  today: CivilDate,
): Promise<SuggestionRow[]> {
  return query(
    on,
    sql`
    WITH line AS MATERIALIZED (
      SELECT DISTINCT l.id, l.day, l.amount, l.account_hash, folded_words(l.payer || ' ' || l.title) AS words
        FROM bank_statement_lines x JOIN bank_lines l ON l.id = x.line_id
       WHERE x.statement_id = ${statementId}::uuid AND l.booked_at IS NULL),
    person AS MATERIALIZED (${NAMES_OF_PEOPLE}),
    -- Joined as two lists: for what it cannot estimate, the planner would fold each person's name again for each word.
    text_name AS MATERIALIZED (${NAMES_IN_TEXT}),
    named AS MATERIALIZED (
      SELECT DISTINCT t.line_id, p.id FROM text_name t JOIN person p ON p.key = t.key),
    who_pays AS MATERIALIZED (SELECT student_id, payer_id FROM student_payers),
    open_bill AS MATERIALIZED (
      SELECT b.id, b.payer_id, b.month, (b.amount - ${PAID}) * 100 AS whole,
             CASE WHEN b.halves AND b.status = 'open' THEN 100 * ((
               SELECT greatest(0, coalesce(sum(x.price), 0) - b.balance)::int FROM bill_lessons x WHERE x.bill_id = b.id
                  AND x.position < (SELECT (count(*) + 1) / 2 FROM bill_lessons y WHERE y.bill_id = b.id)) - ${PAID}) END AS half
        FROM bills b WHERE b.status IN ('open', 'half')),
    candidate AS (
      SELECT n.line_id, w.payer_id, w.student_id, 1 AS weight
        FROM named n JOIN who_pays w ON w.student_id = n.id
       UNION
      SELECT n.line_id, w.payer_id, NULL, 1
        FROM named n JOIN current_guardianships g ON g.parent_id = n.id JOIN who_pays w ON w.student_id = g.student_id
       UNION
      SELECT n.line_id, n.id, NULL, 1 FROM named n WHERE n.id IN (SELECT payer_id FROM open_bill)
       UNION
      SELECT line.id, b.payer_id, NULL, 2
        FROM line JOIN bank_lines b ON b.account_hash = line.account_hash AND b.payer_id IS NOT NULL),
    scored AS (
      SELECT line_id, payer_id, max(weight) + (count(DISTINCT weight) - 1) AS score,
             CASE WHEN count(DISTINCT student_id) = 1 THEN min(student_id::text)::uuid END AS student_id
        FROM candidate GROUP BY line_id, payer_id),
    ranked AS (
      SELECT s.*, count(*) OVER (PARTITION BY line_id) AS payers,
             row_number() OVER (PARTITION BY line_id ORDER BY score DESC, is_billed DESC, payer_id) AS place,
             lead(score) OVER (PARTITION BY line_id ORDER BY score DESC, is_billed DESC, payer_id) AS next_score
        FROM (SELECT *, payer_id IN (SELECT payer_id FROM open_bill) AS is_billed FROM scored) s),
    by_amount AS (
      SELECT line.id AS line_id, min(b.payer_id::text)::uuid AS payer_id
        FROM line JOIN open_bill b ON b.whole = line.amount
       WHERE NOT EXISTS (SELECT FROM ranked r WHERE r.line_id = line.id)
       GROUP BY line.id HAVING count(*) = 1),
    chosen AS MATERIALIZED (
      SELECT r.line_id, r.payer_id, r.student_id, r.payers = 1 OR (r.score = 3 AND r.score > r.next_score) AS is_known
        FROM ranked r WHERE r.place = 1
       UNION ALL
      SELECT line_id, payer_id, NULL, false FROM by_amount),
    owes AS MATERIALIZED (
      SELECT student_id, sum(amount) * 100 AS due
        FROM (${owedLessons(sql`a.student_id IN (SELECT w.student_id FROM who_pays w JOIN chosen c ON c.payer_id = w.payer_id)`)}) o
       GROUP BY student_id),
    child AS MATERIALIZED (
      SELECT c.line_id, count(*) AS children, min(w.student_id::text)::uuid AS one,
             count(*) FILTER (WHERE o.due = line.amount) AS exact,
             min(w.student_id::text) FILTER (WHERE o.due = line.amount)::uuid AS exact_one
        FROM chosen c JOIN line ON line.id = c.line_id JOIN who_pays w ON w.payer_id = c.payer_id
        LEFT JOIN owes o ON o.student_id = w.student_id
       GROUP BY c.line_id),
    target AS (
      SELECT line.id AS line_id, line.day, line.amount, c.payer_id, c.is_known, bill.id AS bill_id, bill.month AS bill_month,
             bill.is_exact, coalesce(c.student_id, CASE WHEN child.children = 1 THEN child.one
                                                        WHEN child.exact = 1 THEN child.exact_one END) AS student_id
        FROM chosen c JOIN line ON line.id = c.line_id LEFT JOIN child ON child.line_id = c.line_id
        LEFT JOIN LATERAL (
          SELECT b.id, b.month, line.amount IN (b.whole, b.half) AS is_exact FROM open_bill b
           WHERE b.payer_id = c.payer_id
           ORDER BY coalesce(line.amount IN (b.whole, b.half), false) DESC, b.month, b.id LIMIT 1) bill ON true),
    judged AS (
      SELECT t.*, coalesce(t.is_known AND t.amount % 100 = 0 AND t.day <= ${today}::date
               AND CASE WHEN t.bill_id IS NULL THEN o.due = t.amount AND u.erased_at IS NULL ELSE t.is_exact END
               AND NOT EXISTS (
                 SELECT FROM bank_lines b
                  WHERE b.payer_id = t.payer_id AND b.day = t.day AND b.amount = t.amount AND b.booked_at IS NOT NULL
                    AND NOT EXISTS (SELECT FROM bank_statement_lines x
                                     WHERE x.line_id = b.id AND x.statement_id = ${statementId}::uuid)), false) AS agrees
        FROM target t LEFT JOIN owes o ON o.student_id = t.student_id LEFT JOIN users u ON u.id = t.student_id)
    SELECT j.line_id AS "lineId", j.payer_id AS "payerId", rtrim(p.name || ' ' || p.surname) AS "payerName",
           j.bill_id AS "billId", to_char(j.bill_month, 'YYYY-MM') AS "billMonth",
           j.student_id AS "studentId", rtrim(s.name || ' ' || s.surname) AS "studentName",
           j.agrees AND row_number() OVER (PARTITION BY j.agrees, j.bill_id, CASE WHEN j.bill_id IS NULL THEN j.student_id END
                                           ORDER BY j.day, j.line_id) = 1 AS "isCertain"
      FROM judged j JOIN users p ON p.id = j.payer_id LEFT JOIN users s ON s.id = j.student_id`,
  );
}

/** The subject and level of a student's latest lesson; null: there was none. */
export async function findLastSubject(on: Executor, studentId: string): Promise<SubjectLevel | null> {
  const [row] = await query<SubjectLevel>(
    on,
    sql`SELECT subject, level FROM lessons WHERE student_id = ${studentId}::uuid AND deleted_at IS NULL
         ORDER BY date DESC, block DESC LIMIT 1`,
  );
  return row ?? null;
}
