import { childRef } from "@korki/contracts/families";
import { ownStudent, ownTeacher } from "@korki/contracts/people";
import { listOwnStudents } from "@korki/services/people/list-own-students";
import { listOwnTeachers } from "@korki/services/people/list-own-teachers";
import { procedureFor, router, teacherProcedure } from "./init";

/** Who is assigned to whom. */
export const peopleRouter = router({
  teachers: procedureFor("Student", "Parent")
    .meta({ about: "student", scope: { Student: "yes", Parent: "own" } })
    .input(childRef)
    .output(ownTeacher.array())
    .query(({ ctx, input }) => listOwnTeachers(ctx, input)),
  students: teacherProcedure.output(ownStudent.array()).query(({ ctx }) => listOwnStudents(ctx)),
});
