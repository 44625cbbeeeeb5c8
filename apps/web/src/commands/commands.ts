import { adminLessonScreenTexts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminPeopleScreenTexts } from "@korki/contracts/texts/admin-people-screens";
import { closureScreenTexts } from "@korki/contracts/texts/closure-screens";
import { lessonScreenTexts } from "@korki/contracts/texts/lesson-screens";
import { seriesScreenTexts } from "@korki/contracts/texts/series-screens";
import type { Role } from "@korki/domain";
import { paths } from "../paths";

/** Something that can be typed for instead of clicked: an address under a name. */
export type Command = {
  readonly label: string;
  readonly path: string;
  readonly keys?: string;
  /** what else finds it: phones and e-mail of a person */
  readonly also?: string;
};

const CALENDAR = `${paths.lessons}?widok=kalendarz`;

/** The calendar on a day. */
export function calendarOn(date: string): string {
  return `${CALENDAR}&dzien=${date}`;
}

const calendar: Command = { label: lessonScreenTexts.asCalendar, path: CALENDAR, keys: "k" };
const book: Command = { label: lessonScreenTexts.addLesson, path: paths.booking, keys: "n" };
const series: Command = { label: seriesScreenTexts.title, path: paths.series };
const newSeries: Command = { label: seriesScreenTexts.request, path: paths.newSeries };
const closures: Command = { label: closureScreenTexts.open, path: paths.closures };

/** What each user type can do from anywhere, beside the entries of the menu and the parts of "Firma". */
export const COMMANDS: Record<Role, readonly Command[]> = {
  Student: [book, calendar, newSeries, series],
  Parent: [book, calendar],
  Teacher: [
    calendar,
    { label: lessonScreenTexts.editAvailability, path: paths.availability, keys: "n" },
    series,
    closures,
  ],
  Admin: [
    { label: adminLessonScreenTexts.addLesson, path: paths.addLesson, keys: "n" },
    calendar,
    { label: adminLessonScreenTexts.addTrialLesson, path: paths.addTrialLesson },
    { label: adminLessonScreenTexts.trialLessons, path: paths.trialLessons },
    series,
    { label: closureScreenTexts.titleAdmin, path: paths.closures },
    { label: adminPeopleScreenTexts.parents, path: paths.parents },
  ],
};
