import { undoTexts as texts } from "@korki/contracts/texts/undo";
import { UNDO_SECONDS } from "@korki/domain";
import { Button } from "@mantine/core";
import { errorText } from "../server/errors";
import { queryClient, trpcClient } from "../trpc";
import { toastError, toastSuccess, toastWithAct } from "../ui/toasts";

/** Returns a name for an act, by which it can be taken back: it goes into the call and then to `offerUndo`. */
export function newUndoId(): string {
  return crypto.randomUUID();
}

/** Says that acts were done, with one button that takes them back; what has no name is only said. */
export function offerUndo(text: string, ...undoIds: readonly (string | undefined)[]): void {
  const ids = undoIds.filter((id) => id !== undefined);
  if (ids.length === 0) toastSuccess(text);
  else toastWithAct(text, (close) => <UndoButton ids={ids} onClick={close} />, UNDO_SECONDS * 1000);
}

function UndoButton({ ids, onClick }: { ids: readonly string[]; onClick: () => void }) {
  return (
    <Button
      size="xs"
      variant="light"
      onClick={() => {
        onClick();
        void takeBack(ids);
      }}
    >
      {texts.undo}
    </Button>
  );
}

async function takeBack(ids: readonly string[]): Promise<void> {
  const results = await Promise.allSettled(ids.map((id) => trpcClient.undo.takeBack.mutate({ id })));
  const refusals = results.flatMap((result) =>
    result.status === "rejected" ? [errorText(result.reason)] : [],
  );
  const [refusal] = refusals;
  if (refusal === undefined) toastSuccess(texts.undone);
  else toastError(ids.length === 1 ? refusal : texts.notAll(refusals.length, ids.length, refusal));
  await queryClient.invalidateQueries();
}
