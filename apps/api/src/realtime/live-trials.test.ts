import { trialRequestInput } from "@korki/contracts/trial-lessons";
import { inDays, makeClassroom, makeTeacher } from "@korki/services/testing/classroom";
import { makePerson, type Person, personCtx, signIn, visitorCtx } from "@korki/services/testing/people";
import { requestTrial } from "@korki/services/trial-lessons/request-trial";
import { getTrial, listTrials, scheduleTrial } from "@korki/services/trial-lessons/trials";
import { afterEach, expect, test } from "vitest";
import { type LiveScreen, openLiveScreen } from "../testing/live-screen";
import { openTestApi } from "../testing/test-api";

const { services, origin } = await openTestApi();
const admin = await makePerson(services, "Admin");
const asAdmin = personCtx(services, admin);
const screens: LiveScreen[] = [];
afterEach(async () => {
  for (const screen of screens.splice(0)) await screen.leave();
});

/** What a screen heard but of the people that the test had just made, which may still be on its way when it opens. */
const heardBy = ({ heard }: LiveScreen) => heard.filter((topic) => topic !== "people");

async function openScreen(person: Person): Promise<LiveScreen> {
  const screen = openLiveScreen(origin, (await signIn(services, person)).accessToken);
  screens.push(screen);
  await expect.poll(screen.starts).toBe(1);
  return screen;
}

async function request(email: string): Promise<string> {
  const form = { subject: "Fizyka", level: "liceumP", email, studentPhone: "+48600100200" };
  await requestTrial(visitorCtx(services, email), trialRequestInput.parse(form));
  const { items } = await listTrials(asAdmin, { search: email, page: 1, pageSize: 1 });
  return items[0]?.id ?? "";
}

/** Puts it into this teacher's schedule, wherever it was before. */
async function schedule(id: string, teacher: Person): Promise<void> {
  const { version } = await getTrial(asAdmin, { id });
  await scheduleTrial(asAdmin, { id, version, teacherId: teacher.id, date: inDays(services, 3), block: 3 });
}

test("a request signals administrators, and the teachers whose schedules it enters and leaves, but no students", async () => {
  const room = await makeClassroom(services);
  const other = await makeTeacher(services);
  const office = await openScreen(admin);
  const student = await openScreen(room.student);
  const id = await request("nowy@example.pl");
  await expect.poll(() => heardBy(office)).toEqual(["trials"]);

  const first = await openScreen(room.teacher);
  const second = await openScreen(other);
  await schedule(id, room.teacher);
  await expect.poll(() => heardBy(first)).toEqual(["trials"]);
  expect(heardBy(second)).toEqual([]);

  await schedule(id, other);
  await expect.poll(() => heardBy(second)).toEqual(["trials"]);
  await expect.poll(() => heardBy(first)).toEqual(["trials", "trials"]);
  await expect.poll(() => heardBy(office)).toHaveLength(3);
  expect(heardBy(student)).toEqual([]);
});
