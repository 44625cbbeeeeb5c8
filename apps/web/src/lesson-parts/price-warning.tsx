import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

/** Says that a price below the teacher's rate costs the centre. */
export function PriceWarning() {
  return (
    <Alert variant="light" color="yellow" icon={<IconAlertTriangle size={20} aria-hidden />}>
      {texts.belowRate}
    </Alert>
  );
}
