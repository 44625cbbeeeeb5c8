import { erasedPerson, erasePersonInput, personData, personDataInput } from "@korki/contracts/privacy";
import { erasePerson } from "@korki/services/privacy/erase-person";
import { exportPerson } from "@korki/services/privacy/export-person";
import { adminProcedure, router } from "./init";

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
