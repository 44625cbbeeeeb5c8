import type { Child } from "@korki/contracts/families";
import { consentScreenTexts as texts } from "@korki/contracts/texts/consent-screens";
import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconFileCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useChildren } from "../family/family";
import { trpc } from "../trpc";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { Sheet } from "../ui/sheet";
import { toastSuccess } from "../ui/toasts";
import { ConsentForm, isOpen } from "./consent-form";

/** Asks a parent for the documents of the children without a login: without them nothing can be booked (rules §16). */
export function ChildConsents() {
  const children = (useChildren() ?? []).filter(({ missingConsents }) => missingConsents.length > 0);
  return children.map((child) => <Question key={child.id} child={child} />);
}

function Question({ child: { id, name } }: { child: Child }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Alert color="yellow" title={texts.childTitle(name)} icon={<IconFileCheck size={20} aria-hidden />}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{texts.childText}</Text>
          <Button size="sm" variant="default" onClick={() => setOpened(true)}>
            {texts.childOpen}
          </Button>
        </Stack>
      </Alert>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={texts.childTitle(name)}>
        <ChildQuestions studentId={id} name={name} onGiven={() => setOpened(false)} />
      </Sheet>
    </>
  );
}

function ChildQuestions(props: { studentId: string; name: string; onGiven: () => void }) {
  const query = trpc.consents.mine.useQuery();
  const utils = trpc.useUtils();
  return (
    <Loaded query={query} skeleton={<FormSkeleton fields={2} />}>
      {(consents) => (
        <ConsentForm
          label={texts.childTitle(props.name)}
          consents={consents.filter((each) => each.studentId === props.studentId && isOpen(each))}
          submitLabel={texts.childSubmit}
          onGiven={async () => {
            await utils.families.children.invalidate();
            toastSuccess(texts.saved);
            props.onGiven();
          }}
        />
      )}
    </Loaded>
  );
}
