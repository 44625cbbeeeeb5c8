import type { OwnConsent } from "@korki/contracts/consents";
import { consentScreenTexts as texts } from "@korki/contracts/texts/consent-screens";
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { FormError } from "../ui/form-shell";
import { civilDateOf, formatDate } from "../ui/formats";
import { toastSuccess } from "../ui/toasts";
import { DocumentText } from "../visitor/document-fields";

/** What the person, or a parent for a child, has agreed to; voluntary ones can be given and withdrawn. */
export function ConsentsBox() {
  const { data: consents = [] } = trpc.consents.mine.useQuery();
  // A centre without documents has no such box.
  if (consents.length === 0) return null;
  return (
    <Card title={texts.box} text={texts.boxText}>
      <Stack gap="lg">
        {consents.map((consent) => (
          <ConsentRow key={`${consent.document.id} ${consent.studentId}`} consent={consent} />
        ))}
      </Stack>
    </Card>
  );
}

function ConsentRow({ consent }: { consent: OwnConsent }) {
  const { document, studentId, personName, accepted, decidedAt } = consent;
  const give = trpc.consents.give.useMutation({ onSuccess: () => toastSuccess(texts.saved) });
  const { id: documentId, title, mandatory } = document;
  const day = decidedAt ? formatDate(civilDateOf(decidedAt)) : "";

  async function decide(isAccepted: boolean) {
    const sure =
      isAccepted ||
      (await confirm({
        title: texts.withdrawQuestion(title),
        text: texts.withdrawText,
        confirmLabel: texts.withdraw,
        dangerous: true,
      }));
    if (sure) give.mutate({ documentId, accepted: isAccepted, ...(studentId ? { studentId } : {}) });
  }

  return (
    <div>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={550}>{title}</Text>
          {studentId ? <Text size="sm">{texts.forChild(personName)}</Text> : null}
          <Text size="sm" c="dimmed">
            {accepted === null ? texts.undecided : accepted ? texts.acceptedOn(day) : texts.withdrawnOn(day)}
          </Text>
        </div>
        <Group gap="xs">
          <Badge variant="light" tt="none">
            {mandatory ? texts.mandatory : texts.voluntary}
          </Badge>
          {accepted ? (
            mandatory ? null : (
              <Button
                size="xs"
                variant="default"
                aria-label={texts.withdrawNamed(title)}
                loading={give.isPending}
                onClick={() => void decide(false)}
              >
                {texts.withdraw}
              </Button>
            )
          ) : (
            <Button
              size="xs"
              variant="light"
              aria-label={texts.acceptNamed(title)}
              loading={give.isPending}
              onClick={() => void decide(true)}
            >
              {texts.acceptNow}
            </Button>
          )}
        </Group>
      </Group>
      {give.error ? <FormError error={give.error} /> : null}
      <DocumentText title={title} text={document.text} />
    </div>
  );
}
