import { expect, test } from "vitest";
import { updateProfile } from "../accounts/profile";
import { bookedLesson, inDays, makeClassroom, makeTeacher } from "../testing/classroom";
import { personCtx } from "../testing/people";
import { openTestCentre } from "../testing/test-services";
import { addTrial } from "../trial-lessons/add-trial";
import { scheduleTrial } from "../trial-lessons/trials";
import { confirmLesson } from "./confirm-lesson";
import { generateMeetingLink } from "./generate-meeting-link";

const { services, asAdmin } = await openTestCentre();
const ROOM = "https://meet.google.com/abc-defg-hij";

test("a link is the teacher's permanent room, else the lesson's own", async () => {
  const room = await makeClassroom(services);
  const { asTeacher, asStudent } = room;
  const linkOf = async (block: number) => {
    const { id: lessonId } = await bookedLesson(services, room, block);
    await confirmLesson(asTeacher, { lessonId });
    return (await generateMeetingLink(asTeacher, { lessonId })).meetingLink;
  };
  const own = await linkOf(1);
  expect(own).toMatch(/^http:\/\/localhost:3000\/lekcja\/[0-9a-f-]{36}\/sala$/);
  expect(await updateProfile(asTeacher, { meetingRoom: ROOM })).toMatchObject({ meetingRoom: ROOM });
  // A student has no room.
  expect(await updateProfile(asStudent, { meetingRoom: ROOM })).toMatchObject({ meetingRoom: "" });
  expect(await linkOf(2)).toBe(ROOM);
  await updateProfile(asTeacher, { meetingRoom: "" });
  expect(await linkOf(3)).not.toBe(own);
});

test("a trial lesson's link is its teacher's permanent room, and goes with the teacher", async () => {
  const [roomy, other] = [await makeTeacher(services), await makeTeacher(services)];
  await updateProfile(personCtx(services, roomy), { meetingRoom: ROOM });
  const slot = { date: inDays(services, 4), block: 3 };
  const trial = await addTrial(asAdmin, {
    teacherId: roomy.id,
    ...slot,
    subject: "Fizyka",
    level: "liceumP",
    name: "Ktoś",
    email: "ktos@example.pl",
    studentPhone: "",
    parentPhone: "",
    description: "",
  });
  expect(trial.meetingLink).toBe(ROOM);
  const moved = await scheduleTrial(asAdmin, { id: trial.id, version: 0, teacherId: other.id, ...slot });
  expect(moved.meetingLink).toMatch(/^https:\/\/meet\.jit\.si\/korki-/);
  const kept = await scheduleTrial(asAdmin, {
    id: trial.id,
    version: 1,
    teacherId: other.id,
    ...slot,
    block: 5,
  });
  expect(kept.meetingLink).toBe(moved.meetingLink);
});
