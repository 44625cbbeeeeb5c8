import { debtTexts as texts } from "@korki/contracts/texts/debts";
import { ActionIcon, Button } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { errorText } from "../server/errors";
import { trpc } from "../trpc";
import { confirm } from "../ui/confirm";
import { toastError, toastSuccess } from "../ui/toasts";
import { useIsPhone } from "../ui/use-is-phone";

/** Reminds a student's payer of the debt; asks first. In a desk's one-line row it is an icon. */
export function RemindButton({ studentId, name }: { studentId: string; name: string }) {
  const isPhone = useIsPhone();
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
  const button = {
    "aria-label": texts.remindOf(name),
    loading: remind.isPending,
    onClick: () => void ask(),
  };
  return isPhone ? (
    <Button size="xs" variant="default" {...button}>
      {texts.remindShort}
    </Button>
  ) : (
    <ActionIcon size="sm" variant="subtle" title={texts.remind} {...button}>
      <IconBell size={16} aria-hidden />
    </ActionIcon>
  );
}
