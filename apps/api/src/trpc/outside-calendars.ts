import { done } from "@korki/contracts/fields";
import * as contract from "@korki/contracts/outside-calendars";
import {
  addCalendar,
  getBusyTimes,
  listCalendars,
  refreshCalendar,
  removeCalendar,
} from "@korki/services/busy-times/calendars";
import { router, teacherProcedure } from "./init";

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
