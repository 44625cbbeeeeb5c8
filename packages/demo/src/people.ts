import type { AvailabilitySection, Role, TeacherSubject } from "@korki/domain";
import { demoId } from "./ids";

/** The password of every demo account, printed when a demo starts, and its argon2id hash. */
export const DEMO_PASSWORD = "Korepetycje1";
export const DEMO_PASSWORD_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$X3lyGuVwzVWxAqW9m+5OVg$tk94dNRMiLdCrUuQdOEhNvzoGx7oveUih6MoPQ9utzs";

export type DemoPerson = {
  id: string;
  role: Role;
  /** Null for a child without a login. */
  email: string | null;
  name: string;
  surname: string;
  phone: string;
  phoneParent?: string;
  isWantMoreStudents?: boolean;
  isDisabled?: boolean;
};

let counted = 0;

function person<Email extends string | null>(
  role: Role,
  name: string,
  surname: string,
  email: Email,
  more: Partial<Omit<DemoPerson, "email">> = {},
) {
  counted += 1;
  const id = demoId("user", counted);
  const phone = `+48600100${String(counted).padStart(3, "0")}`;
  const phoneParent = role === "Student" ? `+48600200${String(counted).padStart(3, "0")}` : "";
  return { ...more, id, role, name, surname, email, phone, phoneParent: more.phoneParent ?? phoneParent };
}

/** The people whose addresses everybody knows, and the rest of the centre. */
export const CAST = {
  admin: person("Admin", "Maria", "Wiśniewska", "admin@demo.pl"),
  anna: person("Teacher", "Anna", "Kowalska", "nauczyciel@demo.pl", { isWantMoreStudents: true }),
  piotr: person("Teacher", "Piotr", "Zieliński", "nauczyciel2@demo.pl"),
  jakub: person("Student", "Jakub", "Nowak", "uczen@demo.pl"),
  zofia: person("Student", "Zofia", "Lewandowska", "uczen2@demo.pl"),
  parent: person("Parent", "Katarzyna", "Nowak", "rodzic@demo.pl"),
  ewa: person("Teacher", "Ewa", "Wrona", "ewa.wrona@demo.pl", { isWantMoreStudents: true }),
  marek: person("Teacher", "Marek", "Jabłoński", "marek.jablonski@demo.pl", { isDisabled: true }),
  maja: person("Student", "Maja", "Kamińska", "maja.kaminska@demo.pl"),
  antoni: person("Student", "Antoni", "Wójcik", "antoni.wojcik@demo.pl"),
  hanna: person("Student", "Hanna", "Kowalczyk", "hanna.kowalczyk@demo.pl"),
  szymon: person("Student", "Szymon", "Dąbrowski", "szymon.dabrowski@demo.pl"),
  lena: person("Student", "Lena", "Szymańska", "lena.szymanska@demo.pl"),
  filip: person("Student", "Filip", "Woźniak", "filip.wozniak@demo.pl"),
  oliwia: person("Student", "Oliwia", "Mazur", "oliwia.mazur@demo.pl"),
  mikolaj: person("Student", "Mikołaj", "Krawczyk", "mikolaj.krawczyk@demo.pl"),
  igor: person("Student", "Igor", "Grabowski", "igor.grabowski@demo.pl"),
  nikola: person("Student", "Nikola", "Piotrowska", "nikola.piotrowska@demo.pl", { isDisabled: true }),
  mama: person("Parent", "Magdalena", "Nowak", "mama@demo.pl"),
  zosia: person("Student", "Zosia", "Nowak", null),
  tata: person("Parent", "Tomasz", "Kowalczyk", "tata@demo.pl"),
} as const satisfies Record<string, DemoPerson>;
export type DemoName = keyof typeof CAST;

/** The accounts shown to a newcomer, with what each is good for. */
export const DEMO_ACCOUNTS: readonly (readonly [email: string, what: string])[] = [
  [CAST.admin.email, "administrator"],
  [CAST.anna.email, "teacher"],
  [CAST.piotr.email, "teacher"],
  [CAST.jakub.email, "student of both teachers, with paid lessons"],
  [CAST.zofia.email, "student without a teacher yet"],
  [CAST.parent.email, "parent without a child"],
  [CAST.mama.email, "parent of two: the first student, and a child without a login"],
  [CAST.tata.email, "parent with a bill of the month, and a child's order that waits for an answer"],
];

/** What each teacher teaches. */
export const TEACHES: Partial<Record<DemoName, readonly TeacherSubject[]>> = {
  anna: [
    { subject: "Matematyka", level: "szkolaP" },
    { subject: "Matematyka", level: "liceumP" },
    { subject: "Matematyka", level: "liceumR" },
    { subject: "Fizyka", level: "liceumP" },
    { subject: "Fizyka", level: "liceumR" },
  ],
  piotr: [
    { subject: "Polski", level: "szkolaP" },
    { subject: "Polski", level: "liceumP" },
    { subject: "Angielski", level: "szkolaP" },
    { subject: "Angielski", level: "liceumP" },
    { subject: "Angielski", level: "liceumR" },
  ],
  ewa: [
    { subject: "Matematyka", level: "szkolaP" },
    { subject: "Informatyka", level: "szkolaP" },
    { subject: "Informatyka", level: "liceumP" },
    { subject: "Informatyka", level: "liceumR" },
  ],
  marek: [{ subject: "Fizyka", level: "liceumR" }],
};

/** When each teacher may be booked. */
export const WEEKS: Partial<Record<DemoName, readonly AvailabilitySection[]>> = {
  anna: [
    { day: "pon", startBlock: 7, endBlock: 12 },
    { day: "wt", startBlock: 8, endBlock: 12 },
    { day: "sr", startBlock: 7, endBlock: 11 },
    { day: "czw", startBlock: 7, endBlock: 12 },
    { day: "pt", startBlock: 7, endBlock: 10 },
    { day: "sob", startBlock: 1, endBlock: 5 },
  ],
  piotr: [
    { day: "pon", startBlock: 8, endBlock: 11 },
    { day: "wt", startBlock: 9, endBlock: 12 },
    { day: "sr", startBlock: 8, endBlock: 11 },
    { day: "czw", startBlock: 7, endBlock: 10 },
    { day: "pt", startBlock: 6, endBlock: 9 },
    { day: "niedz", startBlock: 2, endBlock: 4 },
    { day: "niedz", startBlock: 7, endBlock: 9 },
  ],
  ewa: [
    { day: "pon", startBlock: 6, endBlock: 9 },
    { day: "wt", startBlock: 8, endBlock: 11 },
    { day: "sob", startBlock: 2, endBlock: 6 },
    { day: "niedz", startBlock: 3, endBlock: 6 },
  ],
};

/** Who was assigned to whom. */
export const STUDENTS_OF: Partial<Record<DemoName, readonly DemoName[]>> = {
  anna: ["jakub", "maja", "antoni", "szymon", "hanna", "igor", "zosia"],
  piotr: ["jakub", "lena", "filip", "oliwia", "hanna"],
  ewa: ["szymon", "lena", "mikolaj", "filip", "nikola"],
};

/** Whose parent acts for whom; the parent has all rights and pays. */
export const CHILDREN_OF: Partial<Record<DemoName, readonly DemoName[]>> = {
  mama: ["jakub", "zosia"],
  tata: ["hanna"],
};
