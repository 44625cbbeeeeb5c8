import { csvFile } from "@korki/contracts/exports";
import {
  importEntries,
  importFileInput,
  importIdInput,
  importInvited,
  importPreview,
  importUndo,
  runImportInput,
  sampleInput,
} from "@korki/contracts/imports";
import { inviteStudents } from "@korki/services/imports/invite-imported";
import { listImports, sampleFile } from "@korki/services/imports/list-imports";
import { previewImport, runImport } from "@korki/services/imports/run-import";
import { previewUndo, undoImport } from "@korki/services/imports/undo-import";
import { z } from "zod";
import { adminProcedure, router } from "./init";

/** Students and payments from CSV and XLSX files (rules §28). */
export const importsRouter = router({
  list: adminProcedure.output(importEntries).query(({ ctx }) => listImports(ctx)),

  sample: adminProcedure
    .input(sampleInput)
    .output(csvFile)
    .query(({ input }) => sampleFile(input)),

  preview: adminProcedure
    .input(importFileInput)
    .output(importPreview)
    .mutation(({ ctx, input }) => previewImport(ctx, input)),

  run: adminProcedure
    .input(runImportInput)
    .output(z.object({ id: z.string(), count: z.number() }))
    .mutation(({ ctx, input }) => runImport(ctx, input)),

  invite: adminProcedure
    .meta({ about: "import" })
    .input(importIdInput)
    .output(importInvited)
    .mutation(({ ctx, input }) => inviteStudents(ctx, input)),

  previewUndo: adminProcedure
    .meta({ about: "import" })
    .input(importIdInput)
    .output(importUndo)
    .query(({ ctx, input }) => previewUndo(ctx, input)),

  undo: adminProcedure
    .meta({ about: "import" })
    .input(importIdInput)
    .output(importUndo)
    .mutation(({ ctx, input }) => undoImport(ctx, input)),
});
