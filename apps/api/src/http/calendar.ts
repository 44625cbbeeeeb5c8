import type { Services } from "@korki/services";
import { CalendarReader } from "@korki/services/calendar/read-calendar";
import { Router } from "express";
import { callerOf, nameRoute } from "./request";

/** `GET /api/calendar/{key}.ics`: the key is the permission, for calendar programs send no other. */
export function calendarRouter(services: Services): Router {
  const calendars = new CalendarReader(services);
  const calendar = Router({ caseSensitive: true });
  calendar.get("/api/calendar/:key.ics", async (req, res) => {
    nameRoute(req, res, "/api/calendar/{key}.ics");
    const { address } = callerOf(req, res, services.settings);
    const { text, gzipped, etag } = await calendars.read(req.params.key, address);
    res.set({
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="korki.ics"',
      // Fresh at every look, but not sent again while nothing changed.
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex",
      ETag: etag,
    });
    res.vary("Accept-Encoding");
    // Also for a client that sends `no-cache`: what it has is compared with what is there now.
    if (req.get("if-none-match")?.includes(etag)) return void res.status(304).end();
    if (req.acceptsEncodings("gzip", "identity") !== "gzip") return void res.send(text);
    res.set("Content-Encoding", "gzip").send(gzipped);
  });
  return calendar;
}
