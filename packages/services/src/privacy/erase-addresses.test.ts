import { newId } from "@korki/db";
import { describe, expect, test } from "vitest";
import { updatePerson } from "../people/update-person";
import { makeClassroom } from "../testing/classroom";
import { makePerson, visitorCtx } from "../testing/people";
import { placesOf } from "../testing/places-of";
import { openPrivacyCentre } from "../testing/privacy-centre";
import { requestTrial } from "../trial-lessons/request-trial";
import { erasePerson, exportPerson } from "./personal-data";

/** An erasure follows the addresses that were confirmed as the person's, while they were, and no phone number. */

const { services, prisma, admin, asAdmin } = await openPrivacyCentre();

describe("erasing", () => {
  test("takes the address of the trial request that became the account, though it was another one", async () => {
    const student = await makePerson(services, "Student");
    const email = "przed-kontem@example.pl";
    const asked = { subject: "Fizyka", level: "liceumP", parentPhone: "", description: "" } as const;
    await requestTrial(visitorCtx(services), { ...asked, email, studentPhone: "+48611222334" });
    await prisma.trialLesson.updateMany({ where: { email }, data: { studentId: student.id } });
    await erasePerson(asAdmin, { userId: student.id });
    expect(await placesOf(services.db, [email])).toEqual([]);
  });

  test("takes former addresses out of alerts, trial requests and invitations of their time, and leaves another's", async () => {
    const [former, given] = ["dawna-skrzynka@example.pl", "oddana-skrzynka@example.pl"];
    const student = await makePerson(services, "Student", { email: given });
    await updatePerson(asAdmin, { id: student.id, email: former });
    await makePerson(services, "Parent", { email: given });
    const asked = { subject: "Fizyka", level: "liceumP", studentPhone: "", parentPhone: "" } as const;
    const ask = async (email: string) => {
      services.clock.time = new Date(services.clock.time.getTime() + 1000);
      await requestTrial(visitorCtx(services), { ...asked, email, description: `Prośba: ${email}` });
      const invited = { studentId: (await makePerson(services, "Student")).id, invitedById: admin.id };
      const expiresAt = new Date(services.now().getTime() + 86_400_000);
      const createdAt = services.now();
      await prisma.parentInvitation.create({
        data: { id: newId(), email, createdAt, expiresAt, ...invited },
      });
    };
    await ask(former);
    await ask(given);
    await updatePerson(asAdmin, { id: student.id, email: "obecna-skrzynka@example.pl" });
    expect(await prisma.notification.count({ where: { email: former, kind: "account-alert" } })).toBe(1);
    // Who uses the mailbox since then may be somebody else.
    await ask(former);
    const kept = services.now();
    await erasePerson(asAdmin, { userId: student.id });
    expect(await prisma.notification.count({ where: { email: former } })).toBe(0);
    for (const email of [given, former]) {
      expect(await prisma.trialLesson.findMany({ where: { email } })).toMatchObject([
        { status: "Nowa", description: `Prośba: ${email}` },
      ]);
      expect(await prisma.parentInvitation.count({ where: { email } })).toBe(1);
    }
    expect(await prisma.trialLesson.count({ where: { email: former, createdAt: kept } })).toBe(1);
    expect(await placesOf(services.db, [former])).toEqual(
      ["parent_invitations.email", "trial_lessons.description", "trial_lessons.email"].map(
        (place) => `${place}: ${former}`,
      ),
    );
  });

  test("leaves alone other accounts with the phone that the person typed", async () => {
    const { student } = await makeClassroom(services);
    await requestTrial(visitorCtx(services), {
      subject: "Fizyka",
      level: "liceumP",
      email: "obcy@example.com",
      studentPhone: "+48566777888",
      parentPhone: "",
      description: "prywatne",
    });
    await updatePerson(asAdmin, { id: student.id, phoneParent: "+48566777888" });
    expect(JSON.stringify(await exportPerson(asAdmin, { userId: student.id }))).not.toContain("prywatne");
    await erasePerson(asAdmin, { userId: student.id });
    expect(await prisma.trialLesson.findFirst({ where: { email: "obcy@example.com" } })).toMatchObject({
      status: "Nowa",
      studentPhone: "+48566777888",
      description: "prywatne",
    });
  });
});
