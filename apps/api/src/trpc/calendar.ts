import { calendarAddress } from "@korki/contracts/lessons";
import {
  createCalendarAddress,
  revokeCalendarAddress,
  showCalendarAddress,
} from "@korki/services/calendar/calendar-address";
import { procedureFor, router } from "./init";

const ownProcedure = procedureFor("Student", "Teacher", "Parent");

/** The private address at which a calendar program finds one's own lessons, or the children's. */
export const calendarRouter = router({
  address: ownProcedure.output(calendarAddress).query(({ ctx }) => showCalendarAddress(ctx)),
  createAddress: ownProcedure.output(calendarAddress).mutation(({ ctx }) => createCalendarAddress(ctx)),
  revokeAddress: ownProcedure.output(calendarAddress).mutation(({ ctx }) => revokeCalendarAddress(ctx)),
});
