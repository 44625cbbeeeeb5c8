import { z } from "zod";
import { relationInput, studentFilter } from "./admin-people";
import * as field from "./fields";
import { commonTexts } from "./texts/common";

/** Most people that one action takes. A call names as many by id, so that it can be taken back. */
export const PEOPLE_BULK_MAX = 2_000;
/** Most people whom an answer names as left alone; it counts the others. */
export const LEFT_SHOWN_MAX = 100;

const ids = z.array(field.id).max(PEOPLE_BULK_MAX, commonTexts.invalidInput);
const namedIds = ids.min(1, commonTexts.invalidInput);

/** These people, or all whom a list shows with these filters but a few. */
const chosenPeople = z.union([
  z.object({ ids: namedIds }),
  z.object({ filter: studentFilter, except: ids.default([]) }),
]);
export type ChosenPeople = z.infer<typeof chosenPeople>;
export type ChosenPeopleInput = z.input<typeof chosenPeople>;

/** Whose lists have actions on many. */
const listedRole = z.enum(["Student", "Teacher", "Parent"]);
export type ListedRole = z.infer<typeof listedRole>;

export const relateManyInput = relationInput.pick({ teacherId: true }).extend({ people: chosenPeople });
export type RelateManyInput = z.infer<typeof relateManyInput>;
export const unrelateManyInput = relationInput.pick({ teacherId: true }).extend({ ids: namedIds });
export type UnrelateManyInput = z.infer<typeof unrelateManyInput>;

export const inviteManyInput = z.object({ role: listedRole, people: chosenPeople });
export type InviteManyInput = z.infer<typeof inviteManyInput>;

/** Students, whose payers are reminded. */
export const remindManyInput = z.object({ people: chosenPeople });
export type RemindManyInput = z.infer<typeof remindManyInput>;

export const disableManyInput = z.object({
  role: listedRole,
  people: chosenPeople,
  plannedLessons: z.enum(["cancel", "keep"]).default("keep"),
});
export type DisableManyInput = z.infer<typeof disableManyInput>;
export const enableManyInput = z.object({ role: listedRole, ids: namedIds });
export type EnableManyInput = z.infer<typeof enableManyInput>;

/** What became of an action on many people. */
export const peopleOutcome = z.object({
  /** To whom it was done, by id. */
  done: z.array(z.string()),
  /** How many were left alone, and the first of them with the reason. */
  leftCount: z.number(),
  left: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
});
export type PeopleOutcome = z.infer<typeof peopleOutcome>;
