import * as contract from "@korki/contracts/admin-people";
import { adminProcedure, router } from "./init";
import { pending } from "./pending";

/** Teachers, students, parents and administrators, for administrators (decisions §§1, 3). */
export const adminPeopleRouter = router({
  teachers: adminProcedure.input(contract.peopleListInput).output(contract.teachersPage).query(pending),
  students: adminProcedure.input(contract.peopleListInput).output(contract.studentsPage).query(pending),
  parents: adminProcedure.input(contract.peopleListInput).output(contract.accountsPage).query(pending),
  admins: adminProcedure.input(contract.peopleListInput).output(contract.accountsPage).query(pending),
  get: adminProcedure.input(contract.personInput).output(contract.person).query(pending),
  update: adminProcedure.input(contract.updatePersonInput).output(contract.person).mutation(pending),
  create: adminProcedure.input(contract.createPersonInput).output(contract.person).mutation(pending),
  related: adminProcedure.input(contract.relatedInput).output(contract.relatedPage).query(pending),
  relationCandidates: adminProcedure.input(contract.relatedInput).output(contract.relatedPage).query(pending),
  relate: adminProcedure.input(contract.relationInput).output(contract.relationInput).mutation(pending),
  unrelate: adminProcedure.input(contract.relationInput).mutation(pending),
  teacherSubjects: adminProcedure
    .input(contract.teacherIdInput)
    .output(contract.teacherSubjects)
    .query(pending),
  saveTeacherSubjects: adminProcedure
    .input(contract.saveTeacherSubjectsInput)
    .output(contract.teacherSubjects)
    .mutation(pending),
  availability: adminProcedure
    .input(contract.teacherIdInput)
    .output(contract.weeklyAvailability)
    .query(pending),
});
