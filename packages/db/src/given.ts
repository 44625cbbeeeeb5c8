import { rawSql, type Sql, sql } from "./sql";

/** Columns that name whom the centre gives something to do, and what forbids that an account goes. */
const GIVEN = {
  teaching_relations: ["teacher_id", "student_id"],
  lessons: ["teacher_id", "student_id"],
  series: ["teacher_id", "student_id"],
  trial_lessons: ["teacher_id", "student_id"],
  conversations: ["low_user_id", "high_user_id"],
  guardianships: ["parent_id", "student_id"],
  teacher_subjects: ["teacher_id"],
  vetting_checks: ["teacher_id", "checked_by_id"],
  day_hours: ["teacher_id"],
  closures: ["teacher_id"],
  individual_prices: ["student_id", "teacher_id"],
  ledger_accounts: ["student_id"],
  payments: ["student_id"],
  orders: ["student_id", "payer_id"],
  bills: ["payer_id"],
  bill_lines: ["student_id"],
  bank_lines: ["payer_id", "student_id"],
  invoices: ["payer_id"],
  payouts: ["teacher_id"],
  settlements: ["teacher_id"],
  office_notes: ["person_id"],
  office_tags: ["person_id"],
  documents: ["created_by_id"],
};

/** Conditions, any of which says that an account was given something or that something hangs on it. */
export function usesOf(userId: Sql): Sql[] {
  return Object.entries(GIVEN).flatMap(([table, columns]) =>
    columns.map(
      (column) => sql`EXISTS (SELECT FROM ${rawSql(table)} g WHERE g.${rawSql(column)} = ${userId})`,
    ),
  );
}
