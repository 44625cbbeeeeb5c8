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

/** Says that an act was done, with a button that takes it back; what has no name is only said. */
export function offerUndo(text: string, undoId: string | undefined): void {
  if (undoId === undefined) toastSuccess(text);
  else toastWithAct(text, (close) => <UndoButton id={undoId} onClick={close} />, UNDO_SECONDS * 1000);
}

function UndoButton({ id, onClick }: { id: string; onClick: () => void }) {
  return (
    <Button
      size="xs"
      variant="light"
      onClick={() => {
        onClick();
        void takeBack(id);
      }}
    >
      {texts.undo}
    </Button>
  );
}

async function takeBack(id: string): Promise<void> {
  try {
    await trpcClient.undo.takeBack.mutate({ id });
    toastSuccess(texts.undone);
  } catch (error) {
    toastError(errorText(error));
  }
  await queryClient.invalidateQueries();
}
