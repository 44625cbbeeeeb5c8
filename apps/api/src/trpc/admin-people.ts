import { createPersonInput } from "@korki/contracts/account";
import * as contract from "@korki/contracts/admin-people";
import { messageManyInput, messageOutcomes } from "@korki/contracts/bulk";
import { done } from "@korki/contracts/fields";
import * as bulk from "@korki/contracts/people-bulk";
import { erasedPerson, erasePersonInput, personData, personDataInput } from "@korki/contracts/privacy";
import { getPerson } from "@korki/services/accounts/get-person";
import { getTeacherAvailability } from "@korki/services/availability/availability";
import { messageMany } from "@korki/services/chat/message-many";
import { createPerson } from "@korki/services/people/create-person";
import { disableMany, enableMany } from "@korki/services/people/disable-many";
import { inviteMany } from "@korki/services/people/invite-many";
import {
  listAdminsForAdmin,
  listParentsForAdmin,
  listProfiles,
  listStudentsForAdmin,
  listTeachersForAdmin,
} from "@korki/services/people/list-people";
import { showPlannedLessons } from "@korki/services/people/planned-lessons";
import { listRelatedPeople, listRelationCandidates, relate, unrelate } from "@korki/services/people/relate";
import { relateMany, unrelateMany } from "@korki/services/people/relate-many";
import { getTeacherSubjects, saveTeacherSubjects } from "@korki/services/people/teacher-subjects";
import { updatePerson } from "@korki/services/people/update-person";
import { erasePerson, exportPerson } from "@korki/services/privacy/personal-data";
import { adminProcedure, router } from "./init";
import { sharedOutput } from "./shared-output";

/** Teachers, students, parents and administrators, for administrators (rules §§1, 3). */
export const adminPeopleRouter = router({
  teachers: adminProcedure
    .input(contract.peopleListInput)
    .output(sharedOutput(contract.teachersPage))
    .query(({ ctx, input }) => listTeachersForAdmin(ctx, input)),

  students: adminProcedure
    .input(contract.studentListInput)
    .output(sharedOutput(contract.studentsPage))
    .query(({ ctx, input }) => listStudentsForAdmin(ctx, input)),

  parents: adminProcedure
    .input(contract.peopleListInput)
    .output(sharedOutput(contract.parentsPage))
    .query(({ ctx, input }) => listParentsForAdmin(ctx, input)),

  admins: adminProcedure
    .input(contract.peopleListInput)
    .output(contract.accountsPage)
    .query(({ ctx, input }) => listAdminsForAdmin(ctx, input)),

  /** The two lists with whole profiles, as REST shows them. */
  teacherProfiles: adminProcedure
    .input(contract.profilesInput)
    .output(contract.profilesPage)
    .query(({ ctx, input }) => listProfiles(ctx, "Teacher", input)),

  studentProfiles: adminProcedure
    .input(contract.profilesInput)
    .output(contract.profilesPage)
    .query(({ ctx, input }) => listProfiles(ctx, "Student", input)),

  get: adminProcedure
    .meta({ about: "student" })
    .input(contract.personInput)
    .output(contract.person)
    .query(({ ctx, input }) => getPerson(ctx, input)),

  update: adminProcedure
    .meta({ about: "student" })
    .input(contract.updatePersonInput)
    .output(contract.person)
    .mutation(({ ctx, input }) => updatePerson(ctx, input, ctx.idempotencyKey)),

  /** The confirmation before a person is disabled or erased. */
  plannedLessons: adminProcedure
    .meta({ about: "student" })
    .input(contract.personInput)
    .output(contract.plannedLessons)
    .query(({ ctx, input }) => showPlannedLessons(ctx, input)),

  create: adminProcedure
    .input(createPersonInput)
    .output(contract.person)
    .mutation(({ ctx, input }) => createPerson(ctx, input)),

  /** The same message to many people, with an outcome for each. */
  messageMany: adminProcedure
    .input(messageManyInput)
    .output(messageOutcomes)
    .mutation(({ ctx, input }) => messageMany(ctx, input)),

  relateMany: adminProcedure
    .meta({ about: "teacher" })
    .input(bulk.relateManyInput)
    .output(bulk.peopleOutcome)
    .mutation(({ ctx, input }) => relateMany(ctx, input)),

  unrelateMany: adminProcedure
    .meta({ about: "teacher" })
    .input(bulk.unrelateManyInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await unrelateMany(ctx, input);
      return {};
    }),

  inviteMany: adminProcedure
    .input(bulk.inviteManyInput)
    .output(bulk.peopleOutcome)
    .mutation(({ ctx, input }) => inviteMany(ctx, input)),

  disableMany: adminProcedure
    .input(bulk.disableManyInput)
    .output(bulk.peopleOutcome)
    .mutation(({ ctx, input }) => disableMany(ctx, input)),

  enableMany: adminProcedure
    .input(bulk.enableManyInput)
    .output(bulk.peopleOutcome)
    .mutation(({ ctx, input }) => enableMany(ctx, input)),

  related: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.relatedInput)
    .output(contract.relatedPage)
    .query(({ ctx, input }) => listRelatedPeople(ctx, input)),

  relationCandidates: adminProcedure
    .meta({ about: "student" })
    .input(contract.relatedInput)
    .output(contract.relatedPage)
    .query(({ ctx, input }) => listRelationCandidates(ctx, input)),

  relate: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.relationInput)
    .output(contract.relationInput)
    .mutation(({ ctx, input }) => relate(ctx, input)),

  unrelate: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.relationInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await unrelate(ctx, input);
      return {};
    }),

  teacherSubjects: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.teacherIdInput)
    .output(contract.teacherSubjects)
    .query(({ ctx, input }) => getTeacherSubjects(ctx, input)),

  saveTeacherSubjects: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.saveTeacherSubjectsInput)
    .output(contract.teacherSubjects)
    .mutation(({ ctx, input }) => saveTeacherSubjects(ctx, input)),

  availability: adminProcedure
    .meta({ about: "teacher" })
    .input(contract.teacherIdInput)
    .output(contract.weeklyAvailability)
    .query(({ ctx, input }) => getTeacherAvailability(ctx, input)),
});

/** A person's right to a copy of their data and to its erasure (RODO), exercised by an administrator. */
export const adminPrivacyRouter = router({
  // Keeps in the history that a copy was made, so it is no query.
  exportPerson: adminProcedure
    .meta({ about: "student" })
    .input(personDataInput)
    .output(personData)
    .mutation(({ ctx, input }) => exportPerson(ctx, input)),

  erasePerson: adminProcedure
    .meta({ about: "student" })
    .input(erasePersonInput)
    .output(erasedPerson)
    .mutation(({ ctx, input }) => erasePerson(ctx, input)),
});
