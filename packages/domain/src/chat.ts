import type { Actor } from "./users";

export type ChatFacts = {
  readonly me: Actor;
  readonly other: Actor;
  /** one teaches the other, or the other's child: assigned to each other, or with a planned lesson */
  readonly related: boolean;
  /** at least one message has passed between them */
  readonly hasConversation: boolean;
  /** the other's account is disabled, or erased */
  readonly otherDisabled: boolean;
  /** false: a child for whom the parents read and write */
  readonly otherHasLogin: boolean;
};

/** Whether the other is among one's contacts, may be read, and may be written to. */
export type ChatAccess = { readonly contact: boolean; readonly read: boolean; readonly send: boolean };

const NO_ACCESS: ChatAccess = { contact: false, read: false, send: false };

/**
 * Returns who may write with whom (rules §7). Contacts: teachers or students who are assigned or share a planned lesson,
 * for a parent the teachers of the children, for a teacher the parents of the students (rules §15) and the administrators,
 * for an administrator everyone, and partners of existing conversations, which stay readable. Writing needs a current
 * relation or an administrator on either side; an unlisted administrator counts too. Disabled accounts receive nothing.
 * Nor do accounts without a login, which are contacts only with a conversation.
 */
export function chatAccess(facts: ChatFacts): ChatAccess {
  const { me, other, related, hasConversation, otherDisabled, otherHasLogin } = facts;
  if (me.id === other.id) return NO_ACCESS;
  const pair = [me.role, other.role];
  const taught = related && pair.includes("Teacher") && (pair.includes("Student") || pair.includes("Parent"));
  const teacherToAdmin = me.role === "Teacher" && other.role === "Admin";
  const isListed = taught || teacherToAdmin || me.role === "Admin";
  const knows = taught || pair.includes("Admin");
  return {
    contact: hasConversation || (isListed && otherHasLogin),
    read: hasConversation || isListed || knows,
    send: knows && !otherDisabled && otherHasLogin,
  };
}
