import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { adminTexts } from "@korki/contracts/texts/admin-screens";
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

/** Somebody else saved what is being edited; the newer state is taken in without losing what was typed. */
export function ChangedMeanwhile({ onReload }: { onReload: () => void }) {
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      title={adminTexts.changedMeanwhile}
      icon={<IconAlertTriangle size={20} aria-hidden />}
    >
      {adminTexts.changedMeanwhileText}
      <Button mt="xs" display="block" size="xs" variant="default" onClick={onReload}>
        {texts.reload}
      </Button>
    </Alert>
  );
}
