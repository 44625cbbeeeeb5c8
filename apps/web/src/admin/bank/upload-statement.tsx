import { BANK_COLUMNS, type BankFileInput } from "@korki/contracts/bank";
import { bankTexts as texts } from "@korki/contracts/texts/bank";
import { importTexts } from "@korki/contracts/texts/imports";
import { IMPORT_FILE_BYTES_MAX } from "@korki/domain";
import { Button, FileButton, Group, Select, Stack, Text } from "@mantine/core";
import "../../ui/select-styles";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { z } from "zod";
import { detailOf } from "../../server/errors";
import { trpc } from "../../trpc";
import { fileBase64 } from "../../ui/file-base64";
import { FormError } from "../../ui/form-shell";

/** Sends a bank's file; where its columns are not known, asks for them once. */
export function UploadStatement({ onRead }: { onRead: (id: string) => void }) {
  const [file, setFile] = useState<BankFileInput | null>(null);
  const [isTooBig, setTooBig] = useState(false);
  const upload = trpc.bankStatements.upload.useMutation({ onSuccess: ({ id }) => onRead(id) });
  const columns = z.array(z.string()).safeParse(detailOf(upload.error, "columns"));

  async function take(chosen: File | null) {
    if (!chosen) return;
    setTooBig(chosen.size > IMPORT_FILE_BYTES_MAX);
    if (chosen.size > IMPORT_FILE_BYTES_MAX) return;
    const input = { fileName: chosen.name.slice(0, 200), base64: await fileBase64(chosen) };
    setFile(input);
    upload.mutate(input);
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.limits}
      </Text>
      <FileButton
        onChange={take}
        accept=".csv,.txt,.sta,.mt940,.940,.xlsx,text/csv,text/plain"
        inputProps={{ "aria-label": texts.choose }}
      >
        {(props) => (
          <Button
            {...props}
            w="fit-content"
            loading={upload.isPending}
            leftSection={<IconUpload size={18} aria-hidden />}
          >
            {texts.choose}
          </Button>
        )}
      </FileButton>
      {isTooBig ? <FormError error={null} text={importTexts.tooBig} /> : null}
      {upload.error ? <FormError error={upload.error} /> : null}
      {file && columns.success ? (
        <Columns
          names={[...new Set(columns.data)]}
          isPending={upload.isPending}
          onSay={(mapping) => upload.mutate({ ...file, mapping })}
        />
      ) : null}
    </Stack>
  );
}

type Mapping = NonNullable<BankFileInput["mapping"]>;

function Columns(props: { names: string[]; isPending: boolean; onSay: (mapping: Mapping) => void }) {
  const [chosen, setChosen] = useState<Partial<Mapping>>({});
  const { on, amount } = chosen;
  return (
    <Stack gap="sm" component="section" aria-label={texts.columns}>
      <Text size="sm">{texts.columnsText}</Text>
      <Group gap="sm" align="flex-end">
        {BANK_COLUMNS.map((column) => (
          <Select
            key={column}
            label={texts.columnNames[column]}
            placeholder={texts.none}
            data={props.names}
            value={chosen[column] ?? null}
            onChange={(name) => setChosen({ ...chosen, [column]: name ?? undefined })}
            w="12rem"
          />
        ))}
        <Button
          loading={props.isPending}
          disabled={!on || !amount}
          onClick={() => on && amount && props.onSay({ ...chosen, on, amount })}
        >
          {texts.read}
        </Button>
      </Group>
    </Stack>
  );
}
