import { calendarAddressTexts as texts } from "@korki/contracts/texts/settings";
import { Button, CopyButton, Group, Stack, TextInput } from "@mantine/core";
import { IconCalendarShare, IconCopy } from "@tabler/icons-react";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { confirm } from "../ui/confirm";
import { FormError } from "../ui/form-shell";
import { FormSkeleton, Loaded } from "../ui/page-states";

/** The private iCalendar address of one's own lessons, or the children's: made on demand, taken back at any time. */
export function CalendarAddressBox() {
  const isParent = useProfile().role === "Parent";
  const utils = trpc.useUtils();
  const query = trpc.calendar.address.useQuery();
  const onSuccess = (after: { address: string | null }) => utils.calendar.address.setData(undefined, after);
  const create = trpc.calendar.createAddress.useMutation({ onSuccess });
  const revoke = trpc.calendar.revokeAddress.useMutation({ onSuccess });
  const error = create.error ?? revoke.error;

  async function askAndRevoke() {
    const sure = await confirm({
      title: texts.revokeTitle,
      text: texts.revokeText,
      confirmLabel: texts.revoke,
      dangerous: true,
    });
    if (sure) revoke.mutate();
  }

  return (
    <Card title={texts.title} text={isParent ? texts.textForParents : texts.text}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {({ address }) => (
          <Stack gap="md">
            {address ? (
              <>
                <TextInput
                  label={texts.address}
                  description={isParent ? texts.secretForParents : texts.secret}
                  value={address}
                  readOnly
                  onFocus={({ currentTarget }) => currentTarget.select()}
                />
                <Group gap="xs">
                  <Button component="a" href={googleAddress(address)} target="_blank" rel="noreferrer">
                    {texts.addToGoogle}
                  </Button>
                  <Button component="a" href={webcal(address)} variant="default">
                    {texts.addToApple}
                  </Button>
                </Group>
                <Group gap="xs">
                  <CopyButton value={address}>
                    {({ copied, copy }) => (
                      <Button
                        variant="default"
                        leftSection={<IconCopy size={18} aria-hidden />}
                        onClick={copy}
                      >
                        {copied ? texts.copied : texts.copy}
                      </Button>
                    )}
                  </CopyButton>
                  <Button
                    variant="light"
                    color="red"
                    loading={revoke.isPending}
                    onClick={() => void askAndRevoke()}
                  >
                    {texts.revoke}
                  </Button>
                </Group>
              </>
            ) : (
              <Group>
                <Button
                  variant="default"
                  leftSection={<IconCalendarShare size={18} aria-hidden />}
                  loading={create.isPending}
                  onClick={() => create.mutate()}
                >
                  {texts.create}
                </Button>
              </Group>
            )}
            {error ? <FormError error={error} /> : null}
          </Stack>
        )}
      </Loaded>
    </Card>
  );
}

/** The address as programs subscribe to it. */
function webcal(address: string): string {
  return address.replace(/^https?:/, "webcal:");
}

function googleAddress(address: string): string {
  return `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal(address))}`;
}
