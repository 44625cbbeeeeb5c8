import { money } from "@korki/contracts/fields";
import type { PriceListRows } from "@korki/contracts/prices";
import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { levelTexts } from "@korki/contracts/texts/statuses";
import { Box, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormShell } from "../../ui/form-shell";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { toastSuccess } from "../../ui/toasts";
import styles from "../filters.module.css";
import { wholeNumber } from "../money/whole-number";

/** The tab "Cennik": what a lesson of each level costs and earns; lessons that stand keep theirs. */
export default function PriceList() {
  const query = trpc.prices.get.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Box maw="46rem">
      <Card title={texts.prices} text={texts.pricesText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={3} />}>
          {(rows) => <PricesForm key={rows.map(({ version }) => version).join()} rows={rows} />}
        </Loaded>
      </Card>
    </Box>
  );
}

const fault = (typed: string) => money.safeParse(wholeNumber(typed)).error?.issues[0]?.message ?? null;

function PricesForm({ rows }: { rows: PriceListRows }) {
  const utils = trpc.useUtils();
  const form = useForm({
    initialValues: {
      rows: rows.map(({ level, price, rate, version }) => ({
        level,
        version,
        price: String(price),
        rate: String(rate),
      })),
    },
    validateInputOnBlur: true,
    validate: { rows: { price: fault, rate: fault } },
  });
  const save = trpc.prices.save.useMutation({
    onSuccess(saved) {
      form.resetDirty();
      utils.prices.get.setData(undefined, saved);
      void utils.history.invalidate();
      toastSuccess(adminPeopleTexts.saved);
    },
  });
  const unit = <Text c="dimmed">{texts.unit}</Text>;
  return (
    <FormShell
      form={form}
      label={texts.prices}
      pending={save.isPending}
      error={save.error}
      submitLabel={texts.save}
      onSubmit={(values) =>
        save.mutate({
          prices: values.rows.map((row) => ({
            ...row,
            price: wholeNumber(row.price),
            rate: wholeNumber(row.rate),
          })),
        })
      }
    >
      {form.values.rows.map(({ level }, index) => (
        <div key={level}>
          <Text fw={600} mb="xs">
            {levelTexts[level]}
          </Text>
          <div className={styles.filters} data-narrow>
            <TextInput
              label={texts.price}
              aria-label={texts.priceOf(levelTexts[level])}
              inputMode="numeric"
              rightSection={unit}
              {...form.getInputProps(`rows.${index}.price`)}
            />
            <TextInput
              label={texts.rate}
              aria-label={texts.rateOf(levelTexts[level])}
              inputMode="numeric"
              rightSection={unit}
              {...form.getInputProps(`rows.${index}.rate`)}
            />
          </div>
        </div>
      ))}
    </FormShell>
  );
}
