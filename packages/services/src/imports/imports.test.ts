import { zloty } from "@korki/contracts/texts/money";
import { addDays, today } from "@korki/domain";
import { beforeEach, describe, expect, test } from "vitest";
import { login } from "../accounts/login";
import { setPayerMode } from "../bills/billing-settings";
import type { ActorCtx } from "../context";
import { addOfficeNote, saveOfficeTags } from "../office/office-file";
import { makeStudentOf, makeTeacher, relate } from "../testing/classroom";
import { makePerson, PASSWORD, personCtx, visitorCtx } from "../testing/people";
import { csvFile, textRow, xlsxOf } from "../testing/sheets";
import { openTestServices } from "../testing/test-services";
import { inviteStudents } from "./invite-imported";
import { listImports, sampleFile } from "./list-imports";
import { previewImport, runImport } from "./run-import";
import { previewUndo, undoImport } from "./undo-import";

const services = await openTestServices();
const { prisma } = services.db;
let admin: ActorCtx;
let run = 0;

beforeEach(async () => {
  run += 1;
  services.clock.time = new Date();
  admin = personCtx(services, await makePerson(services, "Admin"));
});

const students = (...rows: string[]) => ({
  kind: "students" as const,
  fileName: "uczniowie.csv",
  base64: csvFile("Imię;Nazwisko;E-mail;Telefon;Telefon rodzica", ...rows),
});
const payments = (...rows: string[]) => ({
  kind: "payments" as const,
  fileName: "wplaty.csv",
  base64: csvFile("E-mail;Kwota;Liczba lekcji;Przedmiot;Poziom;Dzień wpłaty;Forma", ...rows),
});
const mail = (name: string) => `${name}.${run}@import.pl`;
const counts = async () => ({
  people: await prisma.user.count(),
  payments: await prisma.payment.count(),
  history: await prisma.historyEntry.count(),
  imports: await prisma.import.count(),
  notifications: await prisma.notification.count(),
});

describe("students", () => {
  test("are imported without notifications", async () => {
    const file = students(
      `Zofia;Nowak;${mail("ZOFIA").toUpperCase()};600 100 200;`,
      `Łucja;;${mail("lucja")};+48 600-100-201;0048600100202`,
    );
    const preview = await previewImport(admin, file);
    expect(preview.counts).toEqual({ new: 2, exists: 0, error: 0 });
    const before = await counts();
    expect(await runImport(admin, { ...file, invite: false })).toMatchObject({ count: 2 });
    const zofia = await prisma.user.findUnique({ where: { email: mail("zofia") } });
    expect(zofia).toMatchObject({
      role: "Student",
      name: "Zofia",
      phone: "+48600100200",
      passwordHash: null,
    });
    expect(await prisma.user.findUnique({ where: { email: mail("lucja") } })).toMatchObject({
      phone: "+48600100201",
      phoneParent: "+48600100202",
    });
    expect((await counts()).notifications).toBe(before.notifications);
    const entries = await prisma.historyEntry.findMany({ where: { actorId: admin.actor.id } });
    expect(entries.map(({ entity, action }) => `${entity} ${action}`).sort()).toEqual([
      "account create",
      "account create",
      "import import",
    ]);
  });

  test("every wrong row is named with its column, and nothing is imported", async () => {
    const teacher = await makePerson(services, "Teacher");
    const file = students(
      `Zofia;Nowak;${mail("dobra")};;`,
      ";Nowak;nie-adres;123;",
      `Jan;Nowak;${mail("dobra")};;`,
      `Anna;Nowak;${teacher.email};;`,
    );
    const { counts: found, rows } = await previewImport(admin, file);
    expect(found).toEqual({ new: 1, exists: 0, error: 3 });
    expect(rows.map(({ line, errors }) => [line, errors.map(({ column }) => column).sort()])).toEqual([
      [2, []],
      [3, ["E-mail", "Imię", "Telefon"]],
      [4, ["E-mail"]],
      [5, ["E-mail"]],
    ]);
    const before = await counts();
    await expect(runImport(admin, { ...file, invite: true })).rejects.toMatchObject({
      code: "conflict",
      details: { preview: { counts: found } },
    });
    expect(await counts()).toEqual(before);
  });

  test("the same file again creates nothing, and a longer one only what is new", async () => {
    const file = students(`Zofia;Nowak;${mail("a")};;`);
    await runImport(admin, { ...file, invite: false });
    expect((await previewImport(admin, file)).counts).toEqual({ new: 0, exists: 1, error: 0 });
    await expect(runImport(admin, { ...file, invite: false })).rejects.toMatchObject({ code: "conflict" });
    const longer = students(`Inna;Inna;${mail("a")};;`, `Jan;Nowak;${mail("b")};;`);
    expect(await runImport(admin, { ...longer, invite: false })).toMatchObject({ count: 1 });
    expect(await prisma.user.findUnique({ where: { email: mail("a") } })).toMatchObject({ name: "Zofia" });
  });

  test("of any number of racing imports of one file, one creates its students", async () => {
    const file = students(...Array.from({ length: 20 }, (_, at) => `Zofia;Nowak;${mail(`r${at}`)};;`));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => runImport(admin, { ...file, invite: true })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await prisma.user.count({ where: { email: { endsWith: `.${run}@import.pl` } } })).toBe(20);
    expect(
      await prisma.notification.count({
        where: { kind: "account-invitation", recipient: { email: { endsWith: `.${run}@import.pl` } } },
      }),
    ).toBe(20);
  });

  test("500 students come from a spreadsheet in seconds, with a constant number of statements", async () => {
    const rows = Array.from({ length: 500 }, (_, at) =>
      textRow(at + 2, "Zofia", `Nowak ${at}`, mail(`s${at}`)),
    );
    const base64 = xlsxOf(textRow(1, "Imię", "Nazwisko", "E-mail") + rows.join("")).toString("base64");
    const start = performance.now();
    const file = { kind: "students" as const, fileName: "uczniowie.xlsx", base64 };
    expect((await previewImport(admin, file)).counts.new).toBe(500);
    await runImport(admin, { ...file, invite: true });
    expect(performance.now() - start).toBeLessThan(60_000);
    expect(await prisma.user.count({ where: { email: { endsWith: `.${run}@import.pl` } } })).toBe(500);
  });

  test("are invited later, each once", async () => {
    const { id } = await runImport(admin, {
      ...students(`Zofia;Nowak;${mail("a")};;`, `Jan;Nowak;${mail("b")};;`),
      invite: false,
    });
    const [entry] = await listImports(admin);
    expect(entry).toMatchObject({ id, count: 2, uninvited: 2, canUndo: true });
    const both = await Promise.all([inviteStudents(admin, { id }), inviteStudents(admin, { id })]);
    expect(both.map(({ count }) => count).sort()).toEqual([0, 2]);
    expect((await listImports(admin))[0]).toMatchObject({ uninvited: 0 });
  });
});

describe("children without an address", () => {
  const children = (...rows: string[]) => ({
    kind: "students" as const,
    fileName: "dzieci.csv",
    base64: csvFile("Imię;Nazwisko;E-mail;E-mail rodzica", ...rows),
  });

  test("come with a parent who has an account, once, and go when the import is undone", async () => {
    const mother = await makePerson(services, "Parent");
    const file = children(
      `Zosia;Nowak;;${mother.email}`,
      `Antek;Nowak;;${mother.email.toUpperCase()}`,
      `Ola;Nowak;${mail("ola")};${mother.email}`,
    );
    const { id } = await runImport(admin, { ...file, invite: false });
    const made = await prisma.guardianship.findMany({
      where: { parentId: mother.id },
      include: { student: true },
    });
    expect(made.map(({ student }) => [student.name, student.email]).sort()).toEqual([
      ["Antek", null],
      ["Ola", mail("ola")],
      ["Zosia", null],
    ]);
    expect(made.every(({ canBook, canPay, isPayer }) => canBook && canPay && isPayer)).toBe(true);
    expect((await previewImport(admin, file)).counts).toEqual({ new: 0, exists: 3, error: 0 });
    expect(await undoImport(admin, { id })).toMatchObject({ removed: 3, kept: 0 });
    expect(await prisma.guardianship.count({ where: { parentId: mother.id } })).toBe(0);
  });

  test("are refused without a parent's account, without any address, and twice in a file", async () => {
    const mother = await makePerson(services, "Parent");
    const { rows } = await previewImport(
      admin,
      children(
        `Zosia;Nowak;;${mail("nikt")}`,
        "Antek;Nowak;;",
        `Ola;Nowak;;${mother.email}`,
        `ola;nowak;;${mother.email}`,
      ),
    );
    expect(rows.map(({ errors }) => errors.map(({ column }) => column))).toEqual([
      ["E-mail rodzica"],
      ["E-mail"],
      [],
      ["Imię"],
    ]);
  });
});

describe("payments", () => {
  test("fill the ledger, once however often the file comes", async () => {
    const student = await makePerson(services, "Student");
    const row = `${student.email};360,00 zł;4;matematyka;Liceum podstawowy;01.09.2026;Gotówka`;
    const file = payments(row, row, `${student.email};90;1;język polski;szkolaP;;`);
    expect((await previewImport(admin, file)).counts).toEqual({ new: 3, exists: 0, error: 0 });
    await runImport(admin, { ...file, invite: false });
    expect((await previewImport(admin, file)).counts).toEqual({ new: 0, exists: 3, error: 0 });
    const balances = await prisma.ledgerAccount.findMany({ where: { studentId: student.id } });
    expect(balances.map(({ subject, balance }) => [subject, balance]).sort()).toEqual([
      ["Matematyka", 8],
      ["Polski", 1],
    ]);
    const [payment] = await prisma.payment.findMany({ where: { studentId: student.id, moneyAmount: 360 } });
    expect(payment).toMatchObject({ method: "gotowka", createdById: admin.actor.id });
    expect(payment?.paidOn?.toISOString().slice(0, 10)).toBe("2026-09-01");
  });

  test("are refused row by row", async () => {
    const student = await makePerson(services, "Student");
    const tomorrow = addDays(today(services.now()), 1);
    const { rows } = await previewImport(
      admin,
      payments(
        "nikt@import.pl;90;1;Fizyka;liceumP;;",
        `${student.email};dużo;1,5;Chemia;studia;31.02.2026;czekiem`,
        `${student.email};0;0;Fizyka;liceumP;${tomorrow};`,
      ),
    );
    expect(rows.map(({ errors }) => errors.map(({ column }) => column).sort())).toEqual([
      ["E-mail"],
      ["Dzień wpłaty", "Forma", "Kwota", "Liczba lekcji", "Poziom", "Przedmiot"],
      ["Dzień wpłaty", "Kwota"],
    ]);
  });

  test("say the amounts that would be booked; a point before three digits is not guessed at", async () => {
    const { email } = await makePerson(services, "Student");
    const { rows } = await previewImport(
      admin,
      payments(
        `${email};1 000,00 zł;10,0;Fizyka;liceumP;;`,
        `${email};1.000;1.000;Fizyka;liceumP;;`,
        `${email};1,000 zł;10;Fizyka;liceumP;;`,
      ),
    );
    expect(rows.map(({ text, errors }) => [text, ...errors.map(({ column }) => column)])).toEqual([
      [`${email}, ${zloty(1000)}, 10 × Fizyka`],
      [`${email}, 1.000, 1.000 × Fizyka`, "Kwota", "Liczba lekcji"],
      [`${email}, 1,000 zł, 10 × Fizyka`, "Kwota"],
    ]);
  });
});

describe("undoing", () => {
  test("removes exactly the accounts that nothing uses, and says why others stay", async () => {
    const names = [
      ...["wolny", "zaproszony", "uczy-sie", "zmieniony", "zaplacil"],
      ...["opisany", "oznaczony", "rozliczany", "fakturowany"],
    ];
    const { id } = await runImport(admin, {
      ...students(...names.map((name) => `Zofia;${name};${mail(name)};;`)),
      invite: true,
    });
    const idOf = async (name: string) =>
      (await prisma.user.findUniqueOrThrow({ where: { email: mail(name) } })).id;
    const teacher = await makeTeacher(services);
    await relate(services, { ...teacher, id: await idOf("uczy-sie") }, teacher);
    await prisma.user.update({ where: { email: mail("zmieniony") }, data: { version: 1 } });
    await runImport(admin, { ...payments(`${mail("zaplacil")};90;1;Fizyka;liceumP;;`), invite: false });
    await addOfficeNote(admin, { of: "person", id: await idOf("opisany"), text: "Dzwonić po 17" });
    await saveOfficeTags(admin, { of: "person", id: await idOf("oznaczony"), tags: ["matura"] });
    await setPayerMode(admin, { payerId: await idOf("rozliczany"), mode: "advance" });
    await prisma.billingData.create({
      data: {
        ...{ userId: await idOf("fakturowany"), kind: "private", name: "Zofia F" },
        ...{ street: "Polna 1", postCode: "00-001", city: "Warszawa" },
      },
    });
    await prisma.billingPayer.create({ data: { payerId: await idOf("wolny"), defaultMode: "perLesson" } });
    const people = await prisma.user.count();
    const expected = { removed: 2, kept: 7 };
    expect(await previewUndo(admin, { id })).toMatchObject(expected);
    expect(await undoImport(admin, { id })).toMatchObject({
      ...expected,
      reasons: [
        { text: "Zofia fakturowany", reason: "ma wpłaty lub rozliczenia" },
        { text: "Zofia opisany", reason: "jest już używane" },
        { text: "Zofia oznaczony", reason: "jest już używane" },
        { text: "Zofia rozliczany", reason: "ma wpłaty lub rozliczenia" },
        { text: "Zofia uczy-sie", reason: "ma nauczyciela" },
        { text: "Zofia zaplacil", reason: "ma wpłaty lub rozliczenia" },
        { text: "Zofia zmieniony", reason: "dane zmieniono po imporcie" },
      ],
    });
    expect(await prisma.user.count()).toBe(people - 2);
    await expect(undoImport(admin, { id })).rejects.toMatchObject({ code: "conflict" });
    expect((await listImports(admin)).find((entry) => entry.id === id)).toMatchObject({
      keptCount: 7,
      canUndo: false,
    });
    await runImport(admin, { ...students(`Zofia;wolny;${mail("wolny")};;`), invite: false });
  });

  test("voids payments whose lessons are untouched, and lets the file come again", async () => {
    const teacher = await makeTeacher(services);
    const student = await makeStudentOf(services, teacher);
    const file = payments(`${student.email};90;1;Fizyka;liceumP;;`, `${student.email};95;1;Polski;liceumP;;`);
    const { id } = await runImport(admin, { ...file, invite: false });
    await prisma.lesson.create({
      data: {
        id: crypto.randomUUID(),
        teacherId: teacher.id,
        studentId: student.id,
        date: new Date(addDays(today(services.now()), 3)),
        block: 3,
        subject: "Fizyka",
        level: "liceumP",
        title: "Fizyka",
        status: "Potwierdzona",
        price: 90,
        rate: 60,
      },
    });
    expect(await undoImport(admin, { id })).toMatchObject({
      removed: 1,
      kept: 1,
      reasons: [{ reason: "część lekcji już wykorzystano lub wygasły" }],
    });
    expect((await previewImport(admin, file)).counts).toEqual({ new: 1, exists: 1, error: 0 });
    const account = await prisma.ledgerAccount.findFirst({
      where: { studentId: student.id, subject: "Polski" },
    });
    expect(account?.balance).toBe(0);
  });

  test("is possible for 24 hours", async () => {
    const { id } = await runImport(admin, { ...students(`Zofia;Nowak;${mail("a")};;`), invite: false });
    services.clock.time = new Date(services.clock.time.getTime() + 24 * 3_600_000 + 1);
    await expect(undoImport(admin, { id })).rejects.toMatchObject({ code: "conflict" });
    await expect(previewUndo(admin, { id: admin.actor.id })).rejects.toMatchObject({ code: "not_found" });
  });
});

test("the samples can be imported as they are", async () => {
  for (const kind of ["students", "payments"] as const) {
    const { content } = sampleFile({ kind });
    const base64 = Buffer.from(content).toString("base64");
    const { counts: found } = await previewImport(admin, { kind, fileName: "p.csv", base64 });
    expect(found.error).toBe(0);
    if (kind === "students") await runImport(admin, { kind, fileName: "p.csv", base64, invite: false });
  }
  await expect(
    login(visitorCtx(services), { email: "zofia@example.com", password: PASSWORD }),
  ).rejects.toMatchObject({ code: "unauthenticated" });
});
