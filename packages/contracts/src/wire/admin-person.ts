import { z } from "zod";
import { type saveTeacherSubjectsInput, updatePersonInput } from "../admin-people";
import * as field from "../fields";
import { searchText } from "../paging";
import { adminPeopleTexts } from "../texts/admin-people";
import { wireTeacherSubject } from "./person";
import { pageQuery } from "./query";

/** `GET /admin/teachers` and `/admin/students`: one may search, and turn the page of a long list. */
export const wirePeopleQuery = pageQuery({ search: searchText.optional() });

const editable = updatePersonInput.shape;

/**
 * The body of `POST /admin/update_teacher` and `/admin/update_student`: the whole user object is taken, and only
 * what the screen edits has an effect.
 */
export const wirePersonEdit = z.object({
  _id: field.id,
  name: editable.name,
  surname: editable.surname,
  email: editable.email,
  phone: editable.phone,
  phoneParent: editable.phoneParent,
  isDisabled: editable.isDisabled,
});

export function personEditFromWire(
  role: "Teacher" | "Student",
  { _id, ...edited }: z.output<typeof wirePersonEdit>,
): z.input<typeof updatePersonInput> {
  return { id: _id, role, ...edited };
}

/** The body of `PUT /admin/teacher_subject/{teacherId}`: a bare array. */
export const wireTeacherSubjects = z
  .array(wireTeacherSubject, { error: adminPeopleTexts.subjectsInvalid })
  .max(100, adminPeopleTexts.subjectsInvalid);

export function teacherSubjectsFromWire(
  teacherId: string,
  subjects: z.output<typeof wireTeacherSubjects>,
): z.input<typeof saveTeacherSubjectsInput> {
  return { teacherId, subjects: subjects.map(({ name, level }) => ({ subject: name, level })) };
}
