import { z } from "zod";
import * as field from "../fields";
import { type OwnTeacher, ownStudent } from "../people";
import { wireOf } from "./names";

/** A subject that a teacher teaches, with the specification's names (§3, "Teacher subject"). */
export const wireTeacherSubject = z.object({ name: field.subject, level: field.level });

/** A student's own teacher (rules §1). */
export const wireOwnTeacher = z.object({
  _id: field.id,
  name: z.string(),
  surname: z.string(),
  subjects: z.array(wireTeacherSubject),
});

export function ownTeacherToWire({ id, subjects, ...teacher }: OwnTeacher): z.infer<typeof wireOwnTeacher> {
  return {
    _id: id,
    name: teacher.name,
    surname: teacher.surname,
    subjects: subjects.map(({ subject, level }) => ({ name: subject, level })),
  };
}

/** A teacher's own student; the e-mail is what its screen shows. */
export const wireOwnStudent = wireOf(ownStudent);
