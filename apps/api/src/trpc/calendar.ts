import { done } from "@korki/contracts/fields";
import { calendarAddress } from "@korki/contracts/lessons";
import * as contract from "@korki/contracts/outside-calendars";
import {
  addCalendar,
  getBusyTimes,
  listCalendars,
  refreshCalendar,
  removeCalendar,
} from "@korki/services/busy-times/calendars";
import {
  createCalendarAddress,
  revokeCalendarAddress,
  showCalendarAddress,
} from "@korki/services/calendar/calendar-address";
import { procedureFor, router, teacherProcedure } from "./init";

const ownProcedure = procedureFor("Student", "Teacher", "Parent");

/** The private address at which a calendar program finds one's own lessons, or the children's. */
export const calendarRouter = router({
  address: ownProcedure.output(calendarAddress).query(({ ctx }) => showCalendarAddress(ctx)),
  createAddress: ownProcedure.output(calendarAddress).mutation(({ ctx }) => createCalendarAddress(ctx)),
  revokeAddress: ownProcedure.output(calendarAddress).mutation(({ ctx }) => revokeCalendarAddress(ctx)),
});

const OWN = { about: "outsideCalendar", scope: { Teacher: "own" } } as const;

/** A teacher's calendars elsewhere, and when they say that the teacher is busy (rules §35). */
export const outsideCalendarsRouter = router({
  list: teacherProcedure.output(contract.outsideCalendars).query(({ ctx }) => listCalendars(ctx)),

  busyTimes: teacherProcedure
    .input(contract.busyTimesInput)
    .output(contract.busyTimes)
    .query(({ ctx, input }) => getBusyTimes(ctx, input)),

  add: teacherProcedure
    .input(contract.addCalendarInput)
    .output(contract.outsideCalendar)
    .mutation(({ ctx, input }) => addCalendar(ctx, input)),

  remove: teacherProcedure
    .meta(OWN)
    .input(contract.outsideCalendarInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removeCalendar(ctx, input);
      return {};
    }),

  refresh: teacherProcedure
    .meta(OWN)
    .input(contract.outsideCalendarInput)
    .output(contract.outsideCalendar)
    .mutation(({ ctx, input }) => refreshCalendar(ctx, input)),
});
