import { childRef } from "@korki/contracts/families";
import { ownStudent, ownTeacher, studentCard, studentCardInput } from "@korki/contracts/people";
import { getStudentCard, listOwnStudents, listOwnTeachers } from "@korki/services/people/own-people";
import { procedureFor, router, teacherProcedure } from "./init";

/** Who is assigned to whom. */
export const peopleRouter = router({
  teachers: procedureFor("Student", "Parent")
    .meta({ about: "student", scope: { Student: "yes", Parent: "own" } })
    .input(childRef)
    .output(ownTeacher.array())
    .query(({ ctx, input }) => listOwnTeachers(ctx, input)),
  /** One student, as far as the caller may know. */
  student: procedureFor("Teacher", "Admin")
    .meta({ about: "student", scope: "related" })
    .input(studentCardInput)
    .output(studentCard)
    .query(({ ctx, input }) => getStudentCard(ctx, input)),
  students: teacherProcedure.output(ownStudent.array()).query(({ ctx }) => listOwnStudents(ctx)),
});
