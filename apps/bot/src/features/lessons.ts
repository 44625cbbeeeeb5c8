import { botTexts } from "@korki/contracts/texts/bot";
import { dayAndMonth, longSlot } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { HomeworkBefore, LessonRecord, ReportRow } from "@korki/db";
import type { Role } from "@korki/domain";
import { screenUrl } from "@korki/notifications";
import { homeworkByLesson, listNextLessons, listOpenHomework } from "@korki/services/telegram/upcoming";
import { Composer } from "grammy";
import { actorOf, type BotContext, type BotDeps } from "../bot-deps";
import { AS_HTML, bold, link, paragraphs, text } from "../html";

/** Characters of one homework that the list shows. */
const HOMEWORK_MAX = 160;

/**
 * Answers /zajecia with the next lessons of the linked student or teacher, and the homework; a parent gets the link to them.
 */
export function lessonsFeature(deps: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("zajecia", async (ctx) => {
    const linked = await actorOf(deps, ctx);
    if ("refusal" in linked) {
      const howTo = linked.refusal === "notLinked" ? text(botTexts.howToConnect) : "";
      await ctx.reply(paragraphs(text(botTexts[linked.refusal]), howTo), AS_HTML);
      return;
    }
    const { actorCtx, person } = linked;
    const toLessons = link(botTexts.openLessons, screenUrl(actorCtx.settings.publicUrl, "lessons"));
    if (person.role === "Parent") {
      await ctx.reply(paragraphs(text(botTexts.lessonsOfChildren), toLessons), AS_HTML);
      return;
    }
    if (person.role !== "Student" && person.role !== "Teacher") {
      await ctx.reply(botTexts.noLessonsForRole);
      return;
    }
    const lessons = await listNextLessons(actorCtx);
    const looked = await homeworkByLesson(
      actorCtx,
      lessons.map(({ id }) => id),
    );
    const homework = describeHomework(await listOpenHomework(actorCtx));
    await ctx.reply(
      lessons.length === 0
        ? paragraphs(text(botTexts.noLessons), homework, toLessons)
        : paragraphs(
            bold(botTexts.nextLessons),
            ...lessons.map((lesson) => describe(lesson, person.role, looked.get(lesson.id))),
            homework,
            toLessons,
          ),
      AS_HTML,
    );
  });
  return feature;
}

/** A student's homework that is not done yet. */
function describeHomework(reports: readonly ReportRow[]): string {
  if (reports.length === 0) return "";
  const lines = reports.map((report) => {
    const { homework, homeworkDue } = report;
    const [subject, words] = [subjectWithLevel(report), shortened(homework ?? "")];
    const line = homeworkDue
      ? botTexts.homeworkDue(subject, words, dayAndMonth(homeworkDue))
      : botTexts.homeworkOpen(subject, words);
    return `📚 ${text(line)}`;
  });
  return [bold(botTexts.homework), ...lines].join("\n");
}

/** A message holds 4,096 characters; the application shows the whole text. */
function shortened(words: string): string {
  const line = words.replaceAll(/\s+/g, " ").trim();
  return line.length > HOMEWORK_MAX ? `${line.slice(0, HOMEWORK_MAX)}…` : line;
}

function describe(lesson: LessonRecord, role: Role, looked: HomeworkBefore | undefined): string {
  const other = role === "Teacher" ? lesson.studentName : lesson.teacherName;
  return [
    bold(longSlot(lesson.date, lesson.block)),
    `${text(subjectWithLevel(lesson))}, ${text(other)}`,
    lesson.status === "Nie potwierdzona" ? `⏳ ${text(botTexts.waitsForTeacher)}` : "",
    looked ? `📚 ${text(botTexts.homeworkOf(shortened(looked.homework), looked.isDone))}` : "",
    lesson.meetingLink === "" ? "" : link(botTexts.meeting, lesson.meetingLink),
  ]
    .filter((line) => line !== "")
    .join("\n");
}
