import * as field from "@korki/contracts/fields";
import { dayAndMonth } from "@korki/contracts/texts/dates";
import { weeklyHours } from "@korki/contracts/texts/series-summary";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { z } from "zod";
import { defineNotification } from "../define-notification";
import { screenUrl } from "../links";
import type { SeriesState } from "../lookups";
import type { RenderContext } from "../message";

const payload = z.object({ seriesId: field.id, to: field.civilDate });
type Facts = z.infer<typeof payload> & { series: SeriesState };

const SAMPLE: Facts = {
  seriesId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b",
  to: "2027-06-29",
  series: {
    to: "2027-06-29",
    teacherId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5d",
    planned: [],
    openMoveId: null,
    weekday: "wt",
    block: 9,
    blocks: 1,
    everyWeeks: 1,
    subject: "Matematyka",
    level: "liceumR",
    teacherName: "Marek Zieliński",
    studentName: "Ola Nowak",
  },
};

/** To both people of a weekly lesson that ends soon, and the student's payer: whether it goes on. */
export const seriesEnding = defineNotification({
  kind: "series-ending",
  label: "Przedłużenie stałego terminu",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "usual",
  payload,
  async revalidate(stored, { lookups }): Promise<Facts | null> {
    const series = await lookups.series(stored.seriesId);
    if (series?.to !== stored.to || series.planned.length === 0) return null;
    return (await lookups.maySeriesGoOn(stored.seriesId)) ? { ...stored, series } : null;
  },
  message: ({ seriesId, to, series }, context) => ({
    icon: "🗓️",
    subject: `Stały termin kończy się ${dayAndMonth(to)}: ${series.subject}`,
    ...asks({ seriesId, to }, context),
    details: [
      { label: "Termin", value: weeklyHours(series) },
      { label: "Przedmiot", value: subjectWithLevel(series) },
      ...(context.recipientRole === "Student" ? [] : [{ label: "Uczeń", value: series.studentName }]),
      ...(context.recipientRole === "Teacher" ? [] : [{ label: "Nauczyciel", value: series.teacherName }]),
    ],
  }),
  samples: [{ to: "Student", facts: SAMPLE }],
});

/** Asks whether it goes on; a parent who may not book is told who decides. */
function asks({ seriesId, to }: z.infer<typeof payload>, { publicUrl, child }: RenderContext) {
  const last = `Ostatnia lekcja odbędzie się najpóźniej ${dayAndMonth(to)}.`;
  const url = `${screenUrl(publicUrl, "series")}?stalyTermin=${seriesId}`;
  return child?.mayBook === false
    ? {
        heading: "Stały termin wkrótce się kończy",
        paragraphs: [`${last} Przedłużyć go może uczeń, nauczyciel albo rodzic, który rezerwuje lekcje.`],
        action: { label: "Zobacz stały termin", url },
      }
    : {
        heading: "Czy przedłużyć stały termin?",
        paragraphs: [`${last} Możesz przedłużyć ten termin jednym kliknięciem.`],
        action: { label: "Przedłuż", url: `${url}&akcja=przedluz` },
      };
}
