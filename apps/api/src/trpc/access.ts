import { ROLES, type Role } from "@korki/domain";

/** What calls can be about; the policy tests keep one of each ready. */
export type Resource =
  | "teacher"
  | "student"
  | "parent"
  | "guardianship"
  | "parentInvitation"
  | "document"
  | "unconfirmedLesson"
  | "confirmedLesson"
  | "heldLesson"
  | "undecidedLesson"
  | "chargedLesson"
  | "lessonProposedByTeacher"
  | "lessonProposedByStudent"
  | "series"
  | "movingSeries"
  | "closure"
  | "payment"
  | "payout"
  | "order"
  | "openOrder"
  | "bill"
  | "approval"
  | "package"
  | "individualPrice"
  | "trialRequest"
  | "failedNotification"
  | "invoicedPayment"
  | "invoice"
  | "failedInvoice"
  | "pushDevice"
  | "outsideCalendar"
  | "watch"
  | "settlementLine"
  | "import"
  | "bankStatement"
  | "unbookedStatement"
  | "officeNote";

/**
 * Which resources a role may name: `own`, `related` (assigned to each other by an administrator) or `any`. Every
 * other one does not exist for the caller: 404. With `-409` the caller may reach it, but not in its present state.
 * `yes`: the call names none.
 */
export type Scope = "yes" | "own" | "own-409" | "related" | "any" | "any-409";

/** Stands beside each procedure. The builders set `roles`; `.meta({ about, scope })` adds the rest. */
export type ProcedureMeta = {
  /**
   * `always`: everybody, even with an ended session or a disabled account. `anyone`: everybody but those.
   * `signedIn`: every role. Otherwise the roles that may call.
   */
  roles?: readonly Role[] | "always" | "anyone" | "signedIn";
  /** What the call is about, where it names something. */
  about?: Resource;
  /** How far each role reaches. Administrators reach `any` unless it says otherwise. */
  scope?: Scope | Partial<Record<Role, Scope>>;
  /** The right that a guardianship must carry for a parent to make this call; without it: 403. */
  right?: "book" | "pay";
};

/** Who may call a procedure, on what. */
export type Access =
  | { open: "always" | "anyone" }
  | { open: false; scopes: Partial<Record<Role, Scope>>; about?: Resource; right?: "book" | "pay" };

/** Derives who may call from the procedure's metadata. Throws if it is incomplete. */
export function accessOf({ roles, about, scope, right }: ProcedureMeta): Access {
  if (roles === undefined) throw new Error("the procedure says no roles");
  if (roles === "always" || roles === "anyone") return { open: roles };
  const scopes: Partial<Record<Role, Scope>> = {};
  for (const role of roles === "signedIn" ? ROLES : roles) {
    const given = typeof scope === "object" ? scope[role] : role === "Admin" ? undefined : scope;
    const reach = about ? (given ?? (role === "Admin" ? "any" : undefined)) : "yes";
    if (!reach) throw new Error(`the procedure is about a ${about} and says no scope for ${role}`);
    scopes[role] = reach;
  }
  return { open: false, scopes, ...(about && { about }), ...(right && { right }) };
}
