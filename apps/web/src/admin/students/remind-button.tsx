import { debtTexts as texts } from "@korki/contracts/texts/debts";
import { Button } from "@mantine/core";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { toastError, toastSuccess } from "../../ui/toasts";

/** Reminds a student's payer of the debt; asks first. */
export function RemindButton({ studentId, name }: { studentId: string; name: string }) {
  const remind = trpc.debts.remind.useMutation({
    onSuccess: () => toastSuccess(texts.reminded),
    onError: (error) => toastError(errorText(error)),
  });
  async function ask() {
    const sure = await confirm({
      title: texts.remindQuestion(name),
      text: texts.remindText,
      confirmLabel: texts.send,
    });
    if (sure) remind.mutate({ studentId });
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={texts.remindOf(name)}
      loading={remind.isPending}
      onClick={() => void ask()}
    >
      {texts.remindShort}
    </Button>
  );
}
