import { addDays, today, weekdayOf } from "@korki/domain";
import { beforeEach, expect, test } from "vitest";
import { updateProfile } from "../accounts/profile";
import { getAttention } from "../attention/get-attention";
import { saveCentreSettings } from "../centre/centre-settings";
import { openTrialAccount } from "../people/open-trial-account";
import { makeTeacher } from "../testing/classroom";
import { makePerson, type Person, personCtx, visitorCtx } from "../testing/people";
import { openTestServices } from "../testing/test-services";
import { getLanding, listFreeTrialSlots } from "./landing";
import { requestTrial } from "./request-trial";
import { listTrials, scheduleTrial } from "./trials";

const services = await openTestServices({ RATE_LIMIT_SCALE: "1000" });
const { prisma } = services.db;
const visitor = visitorCtx(services);
const wanted = { subject: "Fizyka", level: "liceumP" } as const;
const day = addDays(today(services.now()), 3);
let teacher: Person;
let admin: ReturnType<typeof personCtx>;

beforeEach(async () => {
  await prisma.trialLesson.deleteMany();
  await prisma.user.updateMany({ data: { isWantMoreStudents: false, isShownToVisitors: false } });
  admin = personCtx(services, await makePerson(services, "Admin"));
  await saveCentreSettings(admin, { offersTrialSlots: true });
  teacher = await makeTeacher(services, [{ day: weekdayOf(day), startBlock: 3, endBlock: 4 }]);
  await prisma.user.update({ where: { id: teacher.id }, data: { isWantMoreStudents: true } });
});

const ask = (block: number, email = "gosc@example.pl") =>
  requestTrial(visitor, {
    ...wanted,
    email,
    description: "",
    studentPhone: "+48600100200",
    parentPhone: "",
    slot: { date: day, block },
  });

test("only teachers who agreed are shown, with their texts", async () => {
  expect((await getLanding(visitor)).teachers).toEqual([]);
  const own = personCtx(services, teacher);
  await updateProfile(own, { isShownToVisitors: true, introduction: "  Uczę od 10 lat.  ".trim() });
  const { teachers, prices } = await getLanding(visitor);
  expect(teachers).toMatchObject([{ name: teacher.name, introduction: "Uczę od 10 lat." }]);
  expect(JSON.stringify(teachers)).not.toContain(teacher.email);
  expect(prices).toHaveLength(3);
  await prisma.user.update({ where: { id: teacher.id }, data: { isDisabled: true } });
  expect((await getLanding(visitor)).teachers).toEqual([]);
});

test("half hours are those of teachers who want more students, free and not closed; none while switched off", async () => {
  const ofDay = async () =>
    (await listFreeTrialSlots(visitor, wanted)).find(({ date }) => date === day)?.blocks;
  expect(await ofDay()).toEqual([3, 4]);
  await prisma.closure.create({
    data: {
      id: crypto.randomUUID(),
      firstDate: new Date(day),
      lastDate: new Date(day),
      firstBlock: 4,
      lastBlock: 4,
    },
  });
  expect(await ofDay()).toEqual([3]);
  await prisma.closure.deleteMany();
  await prisma.user.update({ where: { id: teacher.id }, data: { isWantMoreStudents: false } });
  expect(await ofDay()).toBeUndefined();
  await prisma.user.update({ where: { id: teacher.id }, data: { isWantMoreStudents: true } });
  await saveCentreSettings(admin, { offersTrialSlots: false });
  expect(await listFreeTrialSlots(visitor, wanted)).toEqual([]);
  await expect(ask(3)).rejects.toMatchObject({ code: "conflict" });
});

test("one of several visitors gets a half hour; an administrator confirms it", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) => ask(3, `gosc${at}@example.pl`)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
  const { items } = await listTrials(admin, { search: "", page: 1, pageSize: 10 });
  const [trial] = items;
  expect(items).toHaveLength(1);
  expect(trial).toMatchObject({
    teacher: null,
    date: null,
    wished: { date: day, block: 3, teacher: { id: teacher.id } },
  });
  expect(await prisma.personSlot.count({ where: { personId: teacher.id } })).toBe(0);
  const slots = (await listFreeTrialSlots(visitor, wanted)).find(({ date }) => date === day);
  expect(slots?.blocks).toEqual([4]);
  if (!trial?.wished) throw new Error("no wish");
  await scheduleTrial(admin, {
    id: trial.id,
    version: trial.version,
    teacherId: teacher.id,
    date: day,
    block: 3,
  });
  expect(await prisma.personSlot.count({ where: { personId: teacher.id } })).toBe(1);
  await expect(ask(3)).rejects.toMatchObject({ code: "conflict" });
});

test("a request of which an account was made waits no longer, and its half hour is free", async () => {
  await ask(3);
  const trial = await prisma.trialLesson.findFirstOrThrow();
  const waits = async () => (await getAttention(admin)).some(({ kind }) => kind === "trial-waiting");
  await prisma.trialLesson.update({
    where: { id: trial.id },
    data: { createdAt: new Date(services.now().getTime() - 2 * 86_400_000) },
  });
  expect(await waits()).toBe(true);
  const person = { name: "Kasia", surname: "Nowa", email: "kasia.nowa@example.pl", phone: "" };
  await openTrialAccount(admin, { id: trial.id, ...person });
  expect(await waits()).toBe(false);
  await ask(3, "drugi@example.pl");
});

test("refuses a half hour that is not offered: outside the hours, today, far away", async () => {
  await expect(ask(7)).rejects.toMatchObject({ code: "conflict" });
  for (const date of [today(services.now()), addDays(day, 21)])
    await expect(
      requestTrial(visitor, {
        ...wanted,
        email: "a@example.pl",
        description: "",
        studentPhone: "+48600100200",
        parentPhone: "",
        slot: { date, block: 3 },
      }),
    ).rejects.toMatchObject({ code: "conflict" });
  expect(await prisma.trialLesson.count()).toBe(0);
});
