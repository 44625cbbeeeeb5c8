import { z } from "zod";
import * as field from "./fields";
import { commonTexts } from "./texts/common";

const row = z.record(z.string(), z.unknown());

/** Whose data is meant. */
export const personDataInput = z.object({ userId: field.id });
export type PersonDataInput = z.infer<typeof personDataInput>;

/** Whose data is erased. Where that person has planned lessons, the caller has to say that they are cancelled. */
export const erasePersonInput = personDataInput.extend({
  plannedLessons: z.enum(["cancel"], { error: commonTexts.invalidInput }).optional(),
});
export type ErasePersonInput = z.infer<typeof erasePersonInput>;

/**
 * Everything kept about one person, for a copy on request (GDPR, article 15); rows as they are stored, without what
 * is anybody else's.
 */
export const personData = z.object({
  exportedAt: field.timestamp,
  account: row,
  subjects: z.array(row),
  availability: z.array(row),
  dayHours: z.array(row),
  watches: z.array(row),
  relations: z.array(row),
  lessons: z.array(row),
  series: z.array(row),
  absences: z.array(row),
  roomVisits: z.array(row),
  boardOperations: z.array(row),
  boardPictures: z.array(row),
  payments: z.array(row),
  orders: z.array(row),
  refunds: z.array(row),
  bankLines: z.array(row),
  ledger: z.array(row),
  prices: z.array(row),
  payouts: z.array(row),
  settlements: z.array(row),
  bills: z.array(row),
  billLines: z.array(row),
  billing: z.array(row),
  billingData: z.array(row),
  invoices: z.array(row),
  messages: z.array(row),
  trialLessons: z.array(row),
  reports: z.array(row),
  guardianships: z.array(row),
  invitations: z.array(row),
  approvals: z.array(row),
  officeNotes: z.array(row),
  officeTags: z.array(row),
  listViews: z.array(row),
  consents: z.array(row),
  vetting: z.array(row),
  notifications: z.array(row),
  notificationPreferences: z.array(row),
  devices: z.array(row),
  calendars: z.array(row),
  busyTimes: z.array(row),
  sessions: z.array(row),
  securityEvents: z.array(row),
  passkeys: z.array(row),
  history: z.array(row),
});
export type PersonData = z.infer<typeof personData>;

/**
 * When the person's data was erased (GDPR, article 17). A second erasure removes what was added since and returns the
 * time of the first.
 */
export const erasedPerson = z.object({ userId: z.string(), erasedAt: field.timestamp });
export type ErasedPerson = z.infer<typeof erasedPerson>;
