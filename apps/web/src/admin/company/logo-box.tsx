import type { CentreFace } from "@korki/contracts/centre";
import { centreFaceTexts as texts } from "@korki/contracts/texts/centre-face";
import { LOGO_BYTES_MAX } from "@korki/domain";
import { Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import { fileBase64 } from "../../ui/file-base64";
import { FormError } from "../../ui/form-shell";
import { toastSuccess } from "../../ui/toasts";
import styles from "./logo-box.module.css";

/** The centre's logo: shown, changed and removed. */
export function LogoBox({ face }: { face: CentreFace }) {
  const utils = trpc.useUtils();
  const [isTooBig, setTooBig] = useState(false);
  const save = trpc.centre.saveLogo.useMutation({
    onSuccess(saved) {
      utils.centre.face.setData(undefined, saved);
      toastSuccess(texts.logoSaved);
    },
  });
  const remove = trpc.centre.deleteLogo.useMutation({
    onSuccess(saved) {
      utils.centre.face.setData(undefined, saved);
      toastSuccess(texts.logoDeleted);
    },
  });

  async function take(file: File | null) {
    if (!file) return;
    save.reset();
    setTooBig(file.size > LOGO_BYTES_MAX);
    if (file.size <= LOGO_BYTES_MAX) save.mutate({ base64: await fileBase64(file) });
  }

  async function askAndRemove() {
    const sure = await confirm({
      title: texts.deleteLogoQuestion,
      confirmLabel: texts.deleteLogo,
      dangerous: true,
    });
    if (sure) remove.mutate();
  }

  return (
    <Stack gap="sm">
      <Text fw={550} size="sm">
        {texts.logo}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.logoHelp}
      </Text>
      <Group gap="md">
        {face.hasLogo ? (
          <img className={styles.logo} src={`/brand/logo.png?v=${face.version}`} alt={texts.currentLogo} />
        ) : (
          <Text size="sm">{texts.noLogo}</Text>
        )}
        <FileButton
          onChange={take}
          accept="image/png,image/jpeg,image/webp"
          inputProps={{ "aria-label": texts.chooseLogo }}
        >
          {(props) => (
            <Button {...props} variant="default" loading={save.isPending}>
              {face.hasLogo ? texts.changeLogo : texts.chooseLogo}
            </Button>
          )}
        </FileButton>
        {face.hasLogo ? (
          <Button variant="light" color="red" loading={remove.isPending} onClick={askAndRemove}>
            {texts.deleteLogo}
          </Button>
        ) : null}
      </Group>
      {isTooBig ? <FormError error={null} text={texts.logoTooBig} /> : null}
      {(save.error ?? remove.error) ? <FormError error={save.error ?? remove.error} /> : null}
    </Stack>
  );
}
