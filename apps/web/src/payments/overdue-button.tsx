import { billScreenTexts as texts } from "@korki/contracts/texts/bills";
import type { OverdueAction } from "@korki/domain";
import { Button } from "@mantine/core";
import { confirm } from "../ui/confirm";

/** Decides about an unpaid bill, after a question. */
export function OverdueButton(props: {
  action: OverdueAction;
  payer: string;
  about?: string;
  onSure: () => void;
}) {
  const { action, payer, about, onSure } = props;
  const label = texts.actionsOverdue[action];
  async function ask() {
    const sure = await confirm({
      title: texts.overdueQuestions[action](payer),
      text: texts.overdueTexts[action],
      confirmLabel: label,
      dangerous: action === "release",
    });
    if (sure) onSure();
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={about ? `${label}: ${about}` : label}
      onClick={() => void ask()}
    >
      {label}
    </Button>
  );
}
