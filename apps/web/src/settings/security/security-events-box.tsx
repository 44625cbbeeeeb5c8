import type { SecurityEventRow } from "@korki/contracts/account-security";
import { accountLinkTexts, securityEventLabels } from "@korki/contracts/texts/account-links";
import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { clearSession } from "../../session/session-store";
import { announceToTabs } from "../../session/tabs";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { formatDateTime } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { PasswordPrompt } from "./password-prompt";

const SHOWN = 5;

/** What changed who can get in to the account, and a way to undo what was not its owner. */
export function SecurityEventsBox() {
  const query = trpc.accountSecurity.events.useQuery();
  const report = trpc.accountSecurity.reportEvent.useMutation();
  const [foreign, setForeign] = useState<SecurityEventRow | null>(null);
  const [showsAll, setShowsAll] = useState(false);

  function secured() {
    clearSession(texts.secured);
    announceToTabs("signedOut");
  }

  return (
    <Card title={texts.events} text={texts.eventsText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={2} />}>
        {(events) =>
          events.length === 0 ? (
            <Text c="dimmed">{texts.noEvents}</Text>
          ) : (
            <Stack gap="md">
              {(showsAll ? events : events.slice(0, SHOWN)).map((event) => (
                <Group key={event.id} justify="space-between" wrap="nowrap">
                  <div>
                    <Text fw={550}>{securityEventLabels[event.kind]}</Text>
                    <Text size="sm" c="dimmed">
                      {[formatDateTime(event.createdAt), event.device].filter(Boolean).join(" · ")}
                    </Text>
                  </div>
                  {event.canUndo ? (
                    <Button
                      variant="light"
                      color="red"
                      size="compact-md"
                      miw="max-content"
                      aria-label={texts.notMeOf(securityEventLabels[event.kind])}
                      onClick={() => setForeign(event)}
                    >
                      {texts.notMe}
                    </Button>
                  ) : null}
                </Group>
              ))}
              {!showsAll && events.length > SHOWN ? (
                <Group>
                  <Button variant="default" onClick={() => setShowsAll(true)}>
                    {texts.allEvents}
                  </Button>
                </Group>
              ) : null}
            </Stack>
          )
        }
      </Loaded>
      <PasswordPrompt
        opened={foreign !== null}
        onClose={() => setForeign(null)}
        title={accountLinkTexts.notMeTitle}
        text={accountLinkTexts.notMeText}
        submitLabel={accountLinkTexts.notMe}
        dangerous
        act={({ password }) => report.mutateAsync({ id: foreign?.id ?? "", password })}
        onDone={secured}
      />
    </Card>
  );
}
