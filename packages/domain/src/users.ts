/** User types as stored. */
export const ROLES = ["Student", "Teacher", "Parent", "Admin"] as const;
export type Role = (typeof ROLES)[number];

/** User types that a visitor may register as; the others are made by an admin. */
export const SELF_REGISTRATION_ROLES = ["Student", "Teacher"] as const;
export type SelfRegistrationRole = (typeof SELF_REGISTRATION_ROLES)[number];

/** Who acts: the signed-in user. */
export type Actor = { readonly role: Role; readonly id: string };

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
