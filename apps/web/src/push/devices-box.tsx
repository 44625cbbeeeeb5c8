import type { PushDeviceRow, PushState } from "@korki/contracts/push";
import { shortInstant } from "@korki/contracts/texts/dates";
import { pushScreenTexts as texts } from "@korki/contracts/texts/push";
import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconBell, IconDeviceMobile } from "@tabler/icons-react";
import { useCentreInfo } from "../server/centre-info";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { FormError } from "../ui/form-shell";
import { KeptList, KeptRow } from "../ui/kept-list";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { toastSuccess } from "../ui/toasts";
import { hasDevice, pushAbility } from "./device";
import { IphoneSteps } from "./iphone-steps";
import { useEnablePush } from "./use-enable-push";
import { useRenewPush } from "./use-renew-push";

/** The devices on which a person gets notifications; nothing where the centre has no push. */
export function DevicesBox() {
  const query = trpc.push.get.useQuery();
  if (query.data?.key === null) return null;
  return (
    <Card title={texts.title} text={texts.text}>
      <Loaded query={query} skeleton={<FormSkeleton fields={1} />}>
        {({ key, devices }) => <Devices publicKey={key} devices={devices} />}
      </Loaded>
    </Card>
  );
}

function Devices({ publicKey, devices }: Pick<PushState, "devices"> & { publicKey: string | null }) {
  const info = useCentreInfo();
  return (
    <Stack gap="md">
      <ThisDevice publicKey={publicKey} />
      {info?.hasSandbox ? <SandboxPhone /> : null}
      <KeptList label={texts.devices}>
        {devices.map((device) => (
          <Device key={device.id} device={device} />
        ))}
      </KeptList>
    </Stack>
  );
}

function ThisDevice({ publicKey }: { publicKey: string | null }) {
  const { id } = useProfile();
  const { enable, isAsking, fault } = useEnablePush(publicKey);
  const ability = pushAbility();
  if (ability === "home-screen-first") return <IphoneSteps />;
  if (ability === "none") return <Text c="dimmed">{texts.unsupported}</Text>;
  if (ability === "refused") return <Text>{texts.refused}</Text>;
  return (
    <>
      {hasDevice(id) ? (
        <Text fw={550}>{texts.enabled}</Text>
      ) : (
        <Group>
          <Button
            leftSection={<IconBell size={18} aria-hidden />}
            loading={isAsking}
            onClick={() => void enable()}
          >
            {texts.enable}
          </Button>
        </Group>
      )}
      {fault ? (
        <Text c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      ) : null}
    </>
  );
}

function Device({ device: { id, name, lastShownAt } }: { device: PushDeviceRow }) {
  const utils = trpc.useUtils();
  const refresh = () => utils.push.get.invalidate();
  const test = trpc.push.test.useMutation({
    onSuccess: () => toastSuccess(texts.tested),
    onSettled: refresh,
  });
  const { data: state } = trpc.push.get.useQuery();
  const profile = useProfile();
  const renew = useRenewPush();
  const remove = trpc.push.remove.useMutation({
    async onSuccess() {
      // It may have been this browser's own.
      if (state?.key && hasDevice(profile.id)) await renew(state.key).catch(() => undefined);
      toastSuccess(texts.removed);
      await refresh();
    },
  });
  return (
    <KeptRow
      icon={<IconDeviceMobile size={24} aria-hidden />}
      name={name}
      act={{ label: texts.test, name: texts.testOf(name), call: test, run: () => test.mutate({ id }) }}
      removal={{
        label: texts.remove,
        name: texts.removeOf(name),
        call: remove,
        run: () => remove.mutate({ id }),
      }}
    >
      <Text size="sm" c="dimmed">
        {lastShownAt ? texts.lastShown(shortInstant(new Date(lastShownAt))) : texts.neverShown}
      </Text>
    </KeptRow>
  );
}

/** In a demo: a phone that shows its notifications on a page of its own. */
function SandboxPhone() {
  const utils = trpc.useUtils();
  const subscribe = trpc.push.subscribe.useMutation({ onSuccess: () => utils.push.get.invalidate() });

  async function add() {
    const answer = await fetch("/dev/push", { method: "POST", headers: { accept: "application/json" } });
    const { endpoint, keys, name } = await answer.json();
    subscribe.mutate({ endpoint, keys, name });
  }

  return (
    <Group>
      <Button variant="default" loading={subscribe.isPending} onClick={() => void add()}>
        {texts.addSandbox}
      </Button>
      <Anchor href="/dev/push" target="_blank" rel="noreferrer" inherit>
        {texts.sandbox}
      </Anchor>
      {subscribe.error ? <FormError error={subscribe.error} /> : null}
    </Group>
  );
}
