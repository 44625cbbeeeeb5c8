import { commonTexts } from "@korki/contracts/texts/common";
import { securityScreenTexts as texts } from "@korki/contracts/texts/security-screens";
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/Badge.layer.css";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormError } from "../../ui/form-shell";
import { formatDateTime } from "../../ui/formats";
import { FormSkeleton, Loaded } from "../../ui/page-states";

/** Where the person is signed in, with a way out of each and of all others. */
export function SessionsBox() {
  const utils = trpc.useUtils();
  const query = trpc.accountSecurity.sessions.useQuery();
  const onSettled = () => utils.accountSecurity.sessions.invalidate();
  const end = trpc.accountSecurity.endSession.useMutation({ onSettled });
  const endOthers = trpc.accountSecurity.endOtherSessions.useMutation({ onSettled });
  const error = end.error ?? endOthers.error;
  return (
    <Card title={texts.sessions} text={texts.sessionsText}>
      <Loaded query={query} skeleton={<FormSkeleton fields={2} />}>
        {(sessions) => (
          <Stack gap="md">
            {sessions.map(({ id, device, lastUsedAt, current }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <div>
                  <Text fw={550}>{device || commonTexts.unknownDevice}</Text>
                  <Text size="sm" c="dimmed">
                    {texts.lastUsed(formatDateTime(lastUsedAt))}
                  </Text>
                </div>
                {current ? (
                  <Badge variant="light">{texts.thisDevice}</Badge>
                ) : (
                  <Button
                    variant="light"
                    size="compact-md"
                    loading={end.isPending && end.variables.id === id}
                    onClick={() => end.mutate({ id })}
                  >
                    {texts.endSession}
                  </Button>
                )}
              </Group>
            ))}
            {error ? <FormError error={error} /> : null}
            {sessions.length > 1 ? (
              <Button
                variant="light"
                color="red"
                loading={endOthers.isPending}
                onClick={() => endOthers.mutate()}
              >
                {texts.endOthers}
              </Button>
            ) : null}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}
