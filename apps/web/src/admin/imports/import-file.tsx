import {
  type ImportFileInput,
  type ImportKind,
  type ImportPreview,
  importPreview,
} from "@korki/contracts/imports";
import { importTexts as texts } from "@korki/contracts/texts/imports";
import { IMPORT_FILE_BYTES_MAX } from "@korki/domain";
import { Alert, Button, Checkbox, FileButton, Group, Stack } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { IconAlertTriangle, IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { detailOf } from "../../server/errors";
import { trpc } from "../../trpc";
import { fileBase64 } from "../../ui/file-base64";
import { FormError } from "../../ui/form-shell";
import { toastSuccess } from "../../ui/toasts";
import { PreviewTable } from "./preview-table";

/** A file: chosen, looked at, imported. */
export function ImportFile({ kind }: { kind: ImportKind }) {
  const [file, setFile] = useState<ImportFileInput | null>(null);
  const [shown, setShown] = useState<ImportPreview | null>(null);
  const [invite, setInvite] = useState(false);
  const [isTooBig, setTooBig] = useState(false);
  const preview = trpc.imports.preview.useMutation({ onSuccess: setShown });
  const run = trpc.imports.run.useMutation({
    onSuccess({ count }) {
      clear();
      toastSuccess(texts.done(kind, count));
    },
    onError(error) {
      const fresh = importPreview.safeParse(detailOf(error, "preview"));
      if (fresh.success) setShown(fresh.data);
    },
  });

  function clear() {
    setFile(null);
    setShown(null);
    setTooBig(false);
    preview.reset();
    run.reset();
  }

  async function take(chosen: File | null) {
    if (!chosen) return;
    clear();
    if (chosen.size > IMPORT_FILE_BYTES_MAX) return setTooBig(true);
    const input = { kind, fileName: chosen.name.slice(0, 200), base64: await fileBase64(chosen) };
    setFile(input);
    preview.mutate(input);
  }

  return (
    <Stack gap="md">
      <FileButton
        onChange={take}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        inputProps={{ "aria-label": texts.choose }}
      >
        {(props) => (
          <Button
            {...props}
            w="fit-content"
            variant={shown ? "default" : "filled"}
            loading={preview.isPending}
            leftSection={<IconUpload size={18} aria-hidden />}
          >
            {shown ? texts.chooseOther : texts.choose}
          </Button>
        )}
      </FileButton>
      {isTooBig ? <FormError error={null} text={texts.tooBig} /> : null}
      {preview.error ? <FormError error={preview.error} /> : null}
      {run.error ? <FormError error={run.error} /> : null}
      {file && shown ? (
        <>
          <PreviewTable key={shown.rows.length} preview={shown} />
          {shown.counts.error > 0 ? (
            <Alert
              role="status"
              color="yellow"
              variant="light"
              icon={<IconAlertTriangle size={20} aria-hidden />}
            >
              {texts.fixFirst(shown.counts.error)}
            </Alert>
          ) : (
            <>
              {kind === "students" && shown.counts.new > 0 ? (
                <Checkbox
                  label={texts.invite}
                  description={texts.inviteHelp}
                  checked={invite}
                  onChange={({ currentTarget }) => setInvite(currentTarget.checked)}
                />
              ) : null}
              <Group justify="flex-end">
                <Button
                  loading={run.isPending}
                  disabled={shown.counts.new === 0}
                  onClick={() => run.mutate({ ...file, invite })}
                >
                  {shown.counts.new === 0 ? texts.nothingNew : texts.run(kind, shown.counts.new)}
                </Button>
              </Group>
            </>
          )}
        </>
      ) : null}
    </Stack>
  );
}
