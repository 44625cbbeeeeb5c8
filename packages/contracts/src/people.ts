import { z } from "zod";
import * as field from "./fields";

/** A student's own teacher (rules §23, "Teacher list item"). */
export const ownTeacher = z.object({
  id: field.id,
  name: z.string(),
  surname: z.string(),
  /** `price`: what a lesson costs this student, whole złoty. */
  subjects: z.array(field.subjectLevel.extend({ price: field.money })),
});
export type OwnTeacher = z.infer<typeof ownTeacher>;

/** A teacher's own student (rules §23, "Student list item", and §2, "Uczniowie"). */
export const ownStudent = z.object({
  id: field.id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
});
export type OwnStudent = z.infer<typeof ownStudent>;
