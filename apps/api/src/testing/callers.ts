import type { GuardianRight, Role } from "@korki/domain";
import type { Services } from "@korki/services";
import { makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { makeGuardian } from "@korki/services/testing/families";
import { makePerson, type Person, signIn } from "@korki/services/testing/people";

type Row = {
  role: Role;
  /** A student's teacher, a parent's child. */
  of?: string;
  /** A parent's rights beside seeing. */
  rights?: readonly GuardianRight[];
  /** The guardianship has ended. */
  isFormer?: true;
  /** Its last day has passed. */
  isLapsed?: true;
  /** It begins tomorrow. */
  isFuture?: true;
  isDisabled?: true;
};

/** Everybody who calls, in the order in which they are made; a new caller is one row. */
const PEOPLE = {
  teacher: { role: "Teacher" },
  otherTeacher: { role: "Teacher" },
  student: { role: "Student", of: "teacher" },
  otherStudent: { role: "Student", of: "otherTeacher" },
  parent: { role: "Parent" },
  bookingParent: { role: "Parent", of: "student", rights: ["book"] },
  payingParent: { role: "Parent", of: "student", rights: ["pay"] },
  seeingParent: { role: "Parent", of: "student", rights: [] },
  otherParent: { role: "Parent", of: "otherStudent", rights: ["book", "pay"] },
  formerParent: { role: "Parent", of: "student", rights: ["book", "pay"], isFormer: true },
  lapsedParent: { role: "Parent", of: "student", rights: ["book", "pay"], isLapsed: true },
  futureParent: { role: "Parent", of: "student", rights: ["book", "pay"], isFuture: true },
  admin: { role: "Admin" },
  disabled: { role: "Student", isDisabled: true },
  disabledChildsParent: { role: "Parent", of: "disabled", rights: ["book", "pay"] },
} as const satisfies Record<string, Row>;

export type PersonName = keyof typeof PEOPLE;

export type CallerName = PersonName | "visitor";

export const PERSON_NAMES = Object.keys(PEOPLE).filter((name): name is PersonName => name in PEOPLE);

export const CALLERS: readonly CallerName[] = ["visitor", ...PERSON_NAMES];

/** Everybody with a session. */
export type Callers = Record<PersonName, Person & { token: string; refreshToken: string }>;

/** Returns whether a caller is among those who own a resource or are related to it; parents are as their children. */
export function isNamedBy(names: readonly CallerName[], caller: CallerName): boolean {
  if (caller === "visitor") return names.includes(caller);
  const { role, of }: Row = PEOPLE[caller];
  return role === "Parent" && of && isGuardian(caller)
    ? names.some((name) => name === of)
    : names.includes(caller);
}

/** Returns whether a caller is a parent who may act for a child now. */
export function isGuardian(caller: CallerName): boolean {
  if (caller === "visitor") return false;
  const { role, of, isFormer, isLapsed, isFuture }: Row = PEOPLE[caller];
  return role === "Parent" && of !== undefined && !isFormer && !isLapsed && !isFuture;
}

/** Returns whether a parent's guardianship carries a right; other roles need none. */
export function hasRight(caller: CallerName, right: GuardianRight): boolean {
  if (caller === "visitor") return true;
  const { role, rights = [] }: Row = PEOPLE[caller];
  return role !== "Parent" || right === "see" || rights.includes(right);
}

/** Returns the student on whose side a caller acts: oneself, or a parent's child. */
export function studentFor({ people }: { people: Callers }, caller: CallerName): Person {
  if (caller === "visitor") return people.student;
  const { role, of }: Row = PEOPLE[caller];
  if (role === "Student") return people[caller];
  const child = role === "Parent" && PERSON_NAMES.find((name) => name === of);
  return child ? people[child] : people.student;
}

/** The role of a caller who has a session. */
export function roleOf(caller: Exclude<CallerName, "visitor">): Role {
  return PEOPLE[caller].role;
}

/** Makes everybody, with a session each. */
export async function makeCallers(services: Services): Promise<Callers> {
  const made: Partial<Callers> = {};
  for (const name of PERSON_NAMES) {
    const row: Row = PEOPLE[name];
    const person = await makeFrom(services, row, made);
    const { accessToken: token, refreshToken } = await signIn(services, person);
    if (row.isDisabled) {
      await services.db.prisma.user.update({ where: { id: person.id }, data: { isDisabled: true } });
    }
    made[name] = { ...person, token, refreshToken };
  }
  return made as Callers;
}

async function makeFrom(
  services: Services,
  { role, of, rights, isFormer, isLapsed, isFuture }: Row,
  made: Record<string, Person | undefined>,
): Promise<Person> {
  const other = of === undefined ? undefined : made[of];
  if (role === "Teacher") return makeTeacher(services);
  if (role === "Student" && other) return makeStudentOf(services, other);
  const person = await makePerson(services, role);
  if (role === "Parent" && other)
    await makeGuardian(services, person, other, { rights, isFormer, isLapsed, isFuture });
  return person;
}

/** One resource of a kind: who owns it, who is related to it, and one that was deleted, where there are such. */
export type Fixture = { id: string; deletedId?: string; own: CallerName[]; related: CallerName[] };

/** One that belongs to people outside the callers. */
export function ofNobody(id: string, deletedId?: string): Fixture {
  return { id, ...(deletedId !== undefined && { deletedId }), own: [], related: [] };
}
