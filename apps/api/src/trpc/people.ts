import { ownStudent, ownTeacher } from "@korki/contracts/people";
import { router, studentProcedure, teacherProcedure } from "./init";
import { pending } from "./pending";

/** Who is assigned to whom. */
export const peopleRouter = router({
  teachers: studentProcedure.output(ownTeacher.array()).query(pending),
  students: teacherProcedure.output(ownStudent.array()).query(pending),
});
