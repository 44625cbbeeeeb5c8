import { familyScreenTexts as texts } from "@korki/contracts/texts/family-screens";
import { Button, Group, Stack, Text } from "@mantine/core";
import { trpc } from "../trpc";
import { FormError } from "../ui/form-shell";
import { civilDateOf, formatShortDate } from "../ui/formats";
import { toastSuccess } from "../ui/toasts";

/** Invitations that wait for their parent, own ones or those of the student `studentId`; each can be withdrawn. */
export function OpenInvitations({ studentId }: { studentId?: string | undefined }) {
  const { data } = trpc.families.invitations.useQuery({ studentId });
  const withdraw = trpc.families.withdrawInvitation.useMutation({
    onSuccess: () => toastSuccess(texts.withdrawn),
  });
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={texts.openInvitations}>
      <Text fw={550} size="sm">
        {texts.openInvitations}
      </Text>
      {withdraw.error ? <FormError error={withdraw.error} /> : null}
      {data.map(({ id, email, expiresAt }) => (
        <Group key={id} justify="space-between" gap="xs">
          <Text size="sm">{texts.invitedUntil(email, formatShortDate(civilDateOf(expiresAt)))}</Text>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.withdrawOf(email)}
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate({ id })}
          >
            {texts.withdraw}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
