import type { Services } from "@korki/services";
import { readCalendar } from "@korki/services/calendar/read-calendar";
import { Router } from "express";
import { anonymousContext } from "../context";
import { callerOf } from "./caller";
import { nameRoute } from "./request-trace";

/** `GET /api/calendar/{key}.ics`: the key is the permission, for calendar programs send no other. */
export function calendarRouter(services: Services): Router {
  const calendar = Router({ caseSensitive: true });
  calendar.get("/api/calendar/:key.ics", async (req, res) => {
    nameRoute(req, res, "/api/calendar/{key}.ics");
    const ctx = anonymousContext(services, callerOf(req, res, services.settings));
    const body = await readCalendar(ctx, req.params.key);
    res.set({
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="korki.ics"',
      // Fresh at every look, but not sent again while nothing changed.
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
    });
    res.send(body);
  });
  return calendar;
}
