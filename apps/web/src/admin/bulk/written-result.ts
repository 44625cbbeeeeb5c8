import type { MessageOutcome } from "@korki/contracts/bulk";
import { bulkTexts as texts } from "@korki/contracts/texts/bulk";
import type { BulkResult } from "../../ui/bulk-bar";
import type { Addressee } from "./message-form";

/** What became of a message to many people. */
export function writtenResult(
  outcomes: readonly MessageOutcome[],
  people: readonly Addressee[],
): Pick<BulkResult, "text" | "left"> {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return {
    text: texts.sent(outcomes.filter(({ refusal }) => refusal === null).length),
    left: outcomes.flatMap(({ id, refusal }) =>
      refusal === null ? [] : [{ key: id, name: names.get(id) ?? "", reason: refusal }],
    ),
  };
}
