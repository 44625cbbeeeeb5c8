import { commonTexts } from "@korki/contracts/texts/common";
import { wishedTrialQuery } from "@korki/contracts/trial-lessons";
import { invalidInput, type Services } from "@korki/services";
import { CalendarReader, renderWishedTrial } from "@korki/services/calendar/read-calendar";
import { Router } from "express";
import { expressPath, FILE_ROUTES, routeName } from "./file-routes";
import { callerOf, nameRoute } from "./request";

/**
 * `GET /api/calendar/{key}.ics`: the key is the permission, for calendar programs send no other. `GET /api/trial.ics`: the
 * half hour that a visitor has just asked for, to keep; its query says all that the file does.
 */
export function calendarRouter(services: Services): Router {
  const calendars = new CalendarReader(services);
  const calendar = Router({ caseSensitive: true });
  calendar.get(expressPath(FILE_ROUTES.calendar), async (req, res) => {
    nameRoute(req, res, routeName(FILE_ROUTES.calendar));
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
  calendar.get(expressPath(FILE_ROUTES.wishedTrial), async (req, res) => {
    nameRoute(req, res, routeName(FILE_ROUTES.wishedTrial));
    const wish = wishedTrialQuery.safeParse(req.query);
    if (!wish.success) throw invalidInput(commonTexts.invalidInput);
    const { address } = callerOf(req, res, services.settings);
    const { date, blockIndex: block, subject, subjectLevel: level } = wish.data;
    const text = await renderWishedTrial(services, { date, block, subject, level }, address);
    res.set({
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="lekcja-probna.ics"',
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    });
    res.send(text);
  });
  return calendar;
}
