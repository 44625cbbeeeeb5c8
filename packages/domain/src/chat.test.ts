import { describe, expect, it } from "vitest";
import { chatAccess } from "./chat";
import { ROLES, type Role } from "./users";

type Access = "nothing" | "read" | "write";

function access(me: Role, other: Role, related: boolean, hasConversation: boolean): Access {
  const known = { me: { role: me, id: "me" }, other: { role: other, id: "other" }, related, hasConversation };
  const facts = { ...known, otherDisabled: false, otherHasLogin: true };
  const { contact, read, send } = chatAccess(facts);
  expect(chatAccess({ ...facts, otherDisabled: true })).toEqual({ contact, read, send: false });
  expect(chatAccess({ ...facts, otherHasLogin: false })).toEqual({
    contact: hasConversation,
    read,
    send: false,
  });
  expect(read).toBe(contact || send);
  return send ? "write" : read ? "read" : "nothing";
}

describe("chatAccess", () => {
  it.each<[Role, Role, Access, Access, Access, Access]>([
    // me, other: strangers, strangers who have written, related, related who have written
    ["Student", "Teacher", "nothing", "read", "write", "write"],
    ["Teacher", "Student", "nothing", "read", "write", "write"],
    ["Student", "Student", "nothing", "read", "nothing", "read"],
    ["Teacher", "Teacher", "nothing", "read", "nothing", "read"],
    ["Student", "Admin", "write", "write", "write", "write"],
    ["Teacher", "Admin", "write", "write", "write", "write"],
    ["Admin", "Student", "write", "write", "write", "write"],
    ["Admin", "Teacher", "write", "write", "write", "write"],
    ["Admin", "Parent", "write", "write", "write", "write"],
    ["Admin", "Admin", "write", "write", "write", "write"],
    ["Parent", "Admin", "write", "write", "write", "write"],
    ["Parent", "Teacher", "nothing", "read", "write", "write"],
    ["Teacher", "Parent", "nothing", "read", "write", "write"],
    ["Parent", "Student", "nothing", "read", "nothing", "read"],
  ])("%s to %s: %s, having written %s, assigned %s, both %s", (me, other, none, written, related, both) => {
    expect(access(me, other, false, false)).toBe(none);
    expect(access(me, other, false, true)).toBe(written);
    expect(access(me, other, true, false)).toBe(related);
    expect(access(me, other, true, true)).toBe(both);
  });

  it("lets people answer each other, or neither write, once they have written", () => {
    for (const a of ROLES) {
      for (const b of ROLES) {
        for (const related of [true, false])
          expect(access(a, b, related, true)).toBe(access(b, a, related, true));
      }
    }
  });

  it("lists an admin among the contacts of teachers, of other admins, and of people with a conversation", () => {
    const listed = (me: Role, hasConversation: boolean) =>
      chatAccess({
        me: { role: me, id: "me" },
        other: { role: "Admin", id: "other" },
        related: false,
        hasConversation,
        otherDisabled: false,
        otherHasLogin: true,
      }).contact;
    expect(ROLES.filter((role) => listed(role, false))).toEqual(["Teacher", "Admin"]);
    expect(ROLES.filter((role) => listed(role, true))).toEqual([...ROLES]);
  });

  it("gives nobody a conversation with oneself", () => {
    for (const role of ROLES) {
      const me = { role, id: "me" };
      const facts = { related: true, hasConversation: true, otherDisabled: false, otherHasLogin: true };
      expect(chatAccess({ me, other: me, ...facts })).toEqual({ contact: false, read: false, send: false });
    }
  });
});
