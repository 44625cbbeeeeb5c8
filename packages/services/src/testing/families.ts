import { newId, toDbDate } from "@korki/db";
import { addDays, type GuardianRight, today } from "@korki/domain";
import type { Services } from "../context";
import { makePerson, type Person } from "./people";

/** Makes a parent a student's guardian, with all rights unless said otherwise. */
export async function makeGuardian(
  services: Services,
  parent: Pick<Person, "id">,
  student: Pick<Person, "id">,
  more: {
    rights?: readonly GuardianRight[] | undefined;
    isPayer?: boolean;
    isFormer?: boolean | undefined;
    /** Its last day has passed and nobody has touched it since. */
    isLapsed?: boolean | undefined;
    /** It begins tomorrow. */
    isFuture?: boolean | undefined;
  } = {},
): Promise<string> {
  const {
    rights = ["book", "pay"],
    isPayer = false,
    isFormer = false,
    isLapsed = false,
    isFuture = false,
  } = more;
  const id = newId();
  const day = today(services.now());
  await services.db.prisma.guardianship.create({
    data: {
      id,
      parentId: parent.id,
      studentId: student.id,
      canBook: rights.includes("book"),
      canPay: rights.includes("pay"),
      isPayer,
      firstDay: toDbDate(addDays(day, isFuture ? 1 : -30)),
      lastDay: isFormer || isLapsed ? toDbDate(addDays(day, -1)) : null,
      endedAt: isFormer ? services.now() : null,
    },
  });
  return id;
}

/** A student without a login, whose parent has all rights and pays. */
export async function makeChild(services: Services, parent: Pick<Person, "id">): Promise<Person> {
  const child = await makePerson(services, "Student", { name: "Zosia" });
  await services.db.prisma.user.update({
    where: { id: child.id },
    data: { email: null, passwordHash: null },
  });
  await makeGuardian(services, parent, child, { isPayer: true });
  return { ...child, email: "" };
}
