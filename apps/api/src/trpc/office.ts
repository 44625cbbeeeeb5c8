import { done } from "@korki/contracts/fields";
import {
  addNoteInput,
  noteRef,
  officeFile,
  officeRef,
  officeTags,
  saveTagsInput,
} from "@korki/contracts/office";
import {
  addOfficeNote,
  getOfficeFile,
  listTags,
  removeOfficeNote,
  saveOfficeTags,
} from "@korki/services/office/office-file";
import { adminProcedure, router } from "./init";

/** What the office notes of students, parents and trial requests (rules §41). */
export const officeRouter = router({
  file: adminProcedure
    .meta({ about: "student" })
    .input(officeRef)
    .output(officeFile)
    .query(({ ctx, input }) => getOfficeFile(ctx, input)),

  tags: adminProcedure.output(officeTags).query(({ ctx }) => listTags(ctx)),

  addNote: adminProcedure
    .meta({ about: "student" })
    .input(addNoteInput)
    .output(officeFile)
    .mutation(({ ctx, input }) => addOfficeNote(ctx, input)),

  deleteNote: adminProcedure
    .meta({ about: "officeNote" })
    .input(noteRef)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeOfficeNote(ctx, input);
      return {};
    }),

  saveTags: adminProcedure
    .meta({ about: "student" })
    .input(saveTagsInput)
    .output(officeFile)
    .mutation(({ ctx, input }) => saveOfficeTags(ctx, input)),
});
