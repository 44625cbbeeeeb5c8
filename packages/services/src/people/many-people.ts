import {
  type ChosenPeople,
  LEFT_SHOWN_MAX,
  PEOPLE_BULK_MAX,
  type PeopleOutcome,
} from "@korki/contracts/people-bulk";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { bulkTexts } from "@korki/contracts/texts/bulk";
import { commonTexts } from "@korki/contracts/texts/common";
import { type ChosenPerson, lockChosenPeople, type Tx } from "@korki/db";
import { fullName, type Role } from "@korki/domain";
import type { ActorCtx } from "../context";
import { conflict } from "../errors";
import { listMoment } from "./list-people";

/** Those of the chosen people to whom an action is done, and what its answer says of the others. */
export type ManyPeople = { able: readonly ChosenPerson[]; outcome: PeopleOutcome };

/**
 * Locks the chosen people of a role until the transaction ends, and parts them: who is erased or not there any more is
 * left alone, so is everybody whom `refusalOf` gives a reason for. Throws `conflict` if they are too many.
 */
export async function takeManyPeople(
  tx: Tx,
  ctx: ActorCtx,
  role: Role,
  chosen: ChosenPeople,
  refusalOf: (person: ChosenPerson) => string | null,
): Promise<ManyPeople> {
  const people = await lockChosenPeople(tx, role, chosen, {
    moment: listMoment(ctx),
    now: ctx.now(),
    limit: PEOPLE_BULK_MAX + 1,
  });
  if (people.length > PEOPLE_BULK_MAX) throw conflict(bulkTexts.tooMany(PEOPLE_BULK_MAX));
  const found = new Set(people.map(({ id }) => id));
  const gone = "ids" in chosen ? [...new Set(chosen.ids)].filter((id) => !found.has(id)) : [];
  return leaveAlone(
    {
      able: people,
      outcome: {
        done: [],
        leftCount: gone.length,
        left: gone.slice(0, LEFT_SHOWN_MAX).map((id) => ({ id, name: "", reason: commonTexts.notFound })),
      },
    },
    (person) => (person.isErased ? adminPeopleTexts.erasedAccount : refusalOf(person)),
  );
}

/** Takes those out whom `refusalOf` gives a reason for. */
export function leaveAlone(
  { able, outcome }: ManyPeople,
  refusalOf: (person: ChosenPerson) => string | null,
): ManyPeople {
  const stay: ChosenPerson[] = [];
  const left: PeopleOutcome["left"] = [];
  for (const person of able) {
    const reason = refusalOf(person);
    if (reason === null) stay.push(person);
    else left.push({ id: person.id, name: fullName(person), reason });
  }
  return {
    able: stay,
    outcome: {
      done: stay.map(({ id }) => id),
      leftCount: outcome.leftCount + left.length,
      left: [...outcome.left, ...left].slice(0, LEFT_SHOWN_MAX),
    },
  };
}
