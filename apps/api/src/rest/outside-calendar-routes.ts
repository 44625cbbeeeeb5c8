import { addCalendarInput } from "@korki/contracts/outside-calendars";
import { wireIdParam } from "@korki/contracts/wire/account-security";
import { wireCalendar } from "@korki/contracts/wire/availability";
import { type RestRoute, route } from "./route";

/** A teacher's calendars elsewhere (rules §35). */
export const OUTSIDE_CALENDAR_ROUTES: readonly RestRoute[] = [
  route({
    method: "GET",
    path: "/teacher/calendars",
    procedure: "outsideCalendars.list",
    summary: "The teacher's calendars elsewhere, from which busy times are read",
    answer: wireCalendar.array(),
  }),
  route({
    method: "PUT",
    path: "/teacher/calendars",
    procedure: "outsideCalendars.add",
    summary:
      "Add a calendar by its address (https or webcal), which is read at once and shown by its host alone",
    body: addCalendarInput,
    example: { url: "https://calendar.example.com/plan.ics", label: "Szkoła" },
    answer: wireCalendar,
  }),
  route({
    method: "DELETE",
    path: "/teacher/calendars/{id}",
    procedure: "outsideCalendars.remove",
    summary: "Remove an own calendar; its busy times are free at once",
    params: wireIdParam,
  }),
  route({
    method: "POST",
    path: "/teacher/calendars/{id}/refresh",
    procedure: "outsideCalendars.refresh",
    summary: "Read an own calendar now",
    params: wireIdParam,
    answer: wireCalendar,
  }),
];
