import { z } from "zod";
import * as field from "./fields";
import { availableLessons } from "./lessons";
import { personName } from "./person-name";

/** A student's own teacher (rules §1). */
export const ownTeacher = z.object({
  id: field.id,
  name: z.string(),
  surname: z.string(),
  /** `price`: what a lesson costs this student, whole złoty. */
  subjects: z.array(field.subjectLevel.extend({ price: field.money })),
});
export type OwnTeacher = z.infer<typeof ownTeacher>;

/** A teacher's own student (rules §1). */
export const ownStudent = z.object({
  id: field.id,
  name: z.string(),
  surname: z.string(),
  email: z.string(),
});
export type OwnStudent = z.infer<typeof ownStudent>;

export const studentCardInput = z.object({ studentId: field.id });

/** How to reach a student, and what is left of their paid lessons. */
export const studentCard = z.object({
  phone: z.string(),
  /** Whom one writes with: the student, or a parent of a child without a login (rules §15); null: there is nobody. */
  contactId: field.id.nullable(),
  available: z.array(availableLessons),
  /** For administrators; `owed` in whole złoty. */
  office: z
    .object({
      phoneParent: z.string(),
      parents: z.array(personName.extend({ phone: z.string(), email: z.string(), isPayer: z.boolean() })),
      owed: z.number(),
      /** What former payers have to pay for the student's lessons, by bill ("YYYY-MM"); no part of `owed`. */
      formerBills: z.array(
        z.object({
          id: field.id,
          payerId: field.id,
          payerName: z.string(),
          month: z.string(),
          left: z.number(),
        }),
      ),
    })
    .nullable(),
});
export type StudentCard = z.infer<typeof studentCard>;
