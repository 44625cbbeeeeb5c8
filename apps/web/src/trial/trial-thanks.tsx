import { trialSignUpTexts as texts } from "@korki/contracts/texts/trial-sign-up";
import { Button } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { Card } from "../ui/card";
import { EmptyState } from "../ui/page-states";

/** Step 2: the request is in. */
export function TrialThanks({ onAnother }: { onAnother: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<IconCircleCheck size={32} aria-hidden />}
        title={texts.whatNext}
        text={texts.whatNextText}
        action={
          <Button variant="default" onClick={onAnother}>
            {texts.another}
          </Button>
        }
      />
    </Card>
  );
}
