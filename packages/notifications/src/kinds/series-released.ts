import * as field from "@korki/contracts/fields";
import { lessonCount, shortDay, weeklyHours } from "@korki/contracts/texts/series-summary";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import { z } from "zod";
import { alwaysTrue, defineNotification } from "../define-notification";
import { toLessons } from "../lessons";
import type { RenderContext } from "../message";
import { seriesFacts } from "../series-facts";

const releasedSeries = seriesFacts.extend({
  /** The recipient's lessons that end. */
  count: z.int(),
});
type ReleasedSeries = z.infer<typeof releasedSeries>;

/** To the people of weekly lessons that an administrator ended at once, and to who pays: one message to each (rules §32). */
export const seriesReleased = defineNotification({
  kind: "series-released",
  label: "Zwolnienie stałych terminów",
  group: "changes",
  audience: ["Teacher", "Student"],
  optional: true,
  urgency: "usual",
  payload: z.object({ from: field.civilDate, series: z.array(releasedSeries).min(1) }),
  revalidate: alwaysTrue,
  message({ from, series }, context) {
    const isOne = series.length === 1;
    const heading = isOne ? "Koniec stałego terminu" : "Koniec stałych terminów";
    return {
      icon: "🚫",
      subject: heading,
      heading,
      paragraphs: [
        `Administrator kończy ${isOne ? "stały termin" : "stałe terminy"}: lekcje od ${shortDay(from)} są odwołane.`,
      ],
      details: series.map((each) => ({
        label: weeklyHours(each),
        value: `${subjectWithLevel(each)}, ${withWhom(each, context)}: ${lessonCount(each.count)}`,
      })),
      action: toLessons(context),
    };
  },
  samples: (["Student", "Teacher"] as const).map((to) => ({
    to,
    facts: { from: "2026-12-21", series: to === "Student" ? [sampleOf(9), sampleOf(3)] : [sampleOf(9)] },
  })),
});

function withWhom({ teacherName, studentName }: ReleasedSeries, { recipientRole }: RenderContext): string {
  if (recipientRole === "Teacher") return studentName;
  return recipientRole === "Student" ? teacherName : `${studentName}, ${teacherName}`;
}

function sampleOf(block: number): ReleasedSeries {
  return {
    seriesId: "01939f1c-7d2a-7c3e-8b5a-0f1e2d3c4b5b",
    weekday: "wt",
    block,
    everyWeeks: 1,
    count: 26,
    teacherName: "Marek Zieliński",
    studentName: "Ola Nowak",
    subject: "Matematyka",
    level: "liceumR",
  };
}
