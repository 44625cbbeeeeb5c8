/** User types as stored. */
export const ROLES = ["Student", "Teacher", "Parent", "Admin"] as const;
export type Role = (typeof ROLES)[number];

/** User types that a visitor may register as; parents are invited (rules §15), the others made by an administrator. */
export const SELF_REGISTRATION_ROLES = ["Student", "Teacher"] as const;
export type SelfRegistrationRole = (typeof SELF_REGISTRATION_ROLES)[number];

/** Who acts: the signed-in user. `actsFor`: the student for whom a parent with the right to do so acts. */
export type Actor = { readonly role: Role; readonly id: string; readonly actsFor?: string | undefined };

/** Returns the student as whom a person acts: oneself, or the child acted for; null for other roles. */
export function studentActedFor({ role, id, actsFor }: Actor): string | null {
  if (role === "Student") return id;
  return (role === "Parent" && actsFor) || null;
}

/** What a guardianship lets a parent do; everybody who has one may `see`. */
const GUARDIAN_RIGHTS = ["see", "book", "pay"] as const;
export type GuardianRight = (typeof GUARDIAN_RIGHTS)[number];

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

/** Name and surname; a surname may be empty. */
export function fullName({ name, surname }: { readonly name: string; readonly surname: string }): string {
  return `${name} ${surname}`.trim();
}

/** Where to call about a student's payments: the payer's phone, else the parent's, else the student's; "" without any. */
export function payerPhone(student: {
  readonly payer: { readonly phone: string } | null;
  readonly phoneParent: string;
  readonly phone: string;
}): string {
  return student.payer?.phone || student.phoneParent || student.phone;
}

const PHONE_MARKS = /[\s()/.-]/g;

/** Whether a search is a phone number, however it is grouped. */
export function isPhoneLike(search: string): boolean {
  return /^\+?\d{7,}$/.test(phoneDigits(search));
}

/** A phone number as it is stored, without what groups its digits. */
export function phoneDigits(phone: string): string {
  return phone.replace(PHONE_MARKS, "");
}
