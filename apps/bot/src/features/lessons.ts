import { botTexts } from "@korki/contracts/texts/bot";
import { dayAndMonth, longSlot } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { HomeworkBefore, LessonRecord, ReportRow } from "@korki/db";
import type { Role } from "@korki/domain";
import { screenUrl } from "@korki/notifications";
import { findLinkedPerson, linkedPersonCtx } from "@korki/services/accounts/linked-person";
import { homeworkByLesson, listNextLessons, listOpenHomework } from "@korki/services/telegram/upcoming";
import { Composer } from "grammy";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";
import { AS_HTML, bold, link, paragraphs, text } from "../html";

/** Characters of one homework that the list shows. */
const HOMEWORK_MAX = 160;

/** Answers /zajecia with the next lessons of the linked student or teacher, and the homework; a parent gets the link to them. */
export function lessonsFeature({ services }: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("zajecia", async (ctx) => {
    const chatId = chatIdOf(ctx);
    const person = await findLinkedPerson(services, chatId);
    const toLessons = link(botTexts.openLessons, screenUrl(services.settings.publicUrl, "lessons"));
    if (!person) {
      await ctx.reply(paragraphs(text(botTexts.notLinked), text(botTexts.howToConnect)), AS_HTML);
    } else if (person.isDisabled) {
      await ctx.reply(botTexts.linkedButDisabled);
    } else if (person.role === "Parent") {
      await ctx.reply(paragraphs(text(botTexts.lessonsOfChildren), toLessons), AS_HTML);
    } else if (person.role !== "Student" && person.role !== "Teacher") {
      await ctx.reply(botTexts.noLessonsForRole);
    } else {
      const actorCtx = linkedPersonCtx(services, chatId, person);
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
    }
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
