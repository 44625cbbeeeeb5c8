import { calendarAddress } from "@korki/contracts/lessons";
import { procedureFor, router } from "./init";
import { pending } from "./pending";

const ownProcedure = procedureFor("Student", "Teacher");

/** The private address at which a calendar program finds one's own lessons. */
export const calendarRouter = router({
  address: ownProcedure.output(calendarAddress).query(pending),
  createAddress: ownProcedure.output(calendarAddress).mutation(pending),
  revokeAddress: ownProcedure.output(calendarAddress).mutation(pending),
});
