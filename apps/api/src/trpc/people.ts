import { ownStudent, ownTeacher } from "@korki/contracts/people";
import { listOwnStudents } from "@korki/services/people/list-own-students";
import { listOwnTeachers } from "@korki/services/people/list-own-teachers";
import { router, studentProcedure, teacherProcedure } from "./init";

/** Who is assigned to whom. */
export const peopleRouter = router({
  teachers: studentProcedure.output(ownTeacher.array()).query(({ ctx }) => listOwnTeachers(ctx)),
  students: teacherProcedure.output(ownStudent.array()).query(({ ctx }) => listOwnStudents(ctx)),
});
