import { botTexts } from "@korki/contracts/texts/bot";
import { longSlot } from "@korki/contracts/texts/dates";
import { subjectWithLevel } from "@korki/contracts/texts/statuses";
import type { LessonRecord } from "@korki/db";
import type { Role } from "@korki/domain";
import { screenUrl } from "@korki/notifications";
import { findLinkedPerson, linkedPersonCtx } from "@korki/services/telegram/linked-person";
import { listNextLessons } from "@korki/services/telegram/list-next-lessons";
import { Composer } from "grammy";
import { type BotContext, type BotDeps, chatIdOf } from "../bot-deps";
import { AS_HTML, bold, link, paragraphs, text } from "../html";

/** Answers /zajecia with the next lessons of the linked student or teacher. */
export function lessonsFeature({ services }: BotDeps): Composer<BotContext> {
  const feature = new Composer<BotContext>();
  feature.command("zajecia", async (ctx) => {
    const chatId = chatIdOf(ctx);
    const person = await findLinkedPerson(services, chatId);
    if (!person) {
      await ctx.reply(paragraphs(text(botTexts.notLinked), text(botTexts.howToConnect)), AS_HTML);
    } else if (person.isDisabled) {
      await ctx.reply(botTexts.linkedButDisabled);
    } else if (person.role !== "Student" && person.role !== "Teacher") {
      await ctx.reply(botTexts.noLessonsForRole);
    } else {
      const lessons = await listNextLessons(linkedPersonCtx(services, chatId, person));
      const toLessons = link(botTexts.openLessons, screenUrl(services.settings.publicUrl, "lessons"));
      await ctx.reply(
        lessons.length === 0
          ? paragraphs(text(botTexts.noLessons), toLessons)
          : paragraphs(
              bold(botTexts.nextLessons),
              ...lessons.map((lesson) => describe(lesson, person.role)),
              toLessons,
            ),
        AS_HTML,
      );
    }
  });
  return feature;
}

function describe(lesson: LessonRecord, role: Role): string {
  const other = role === "Teacher" ? lesson.studentName : lesson.teacherName;
  return [
    bold(longSlot(lesson.date, lesson.block)),
    `${text(subjectWithLevel(lesson))}, ${text(other)}`,
    lesson.status === "Nie potwierdzona" ? `⏳ ${text(botTexts.waitsForTeacher)}` : "",
    lesson.meetingLink === "" ? "" : link(botTexts.meeting, lesson.meetingLink),
  ]
    .filter((line) => line !== "")
    .join("\n");
}
