import { money } from "@korki/contracts/fields";
import type { PriceListRows } from "@korki/contracts/prices";
import { adminCompanyTexts as texts } from "@korki/contracts/texts/admin-company";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { levelTexts } from "@korki/contracts/texts/statuses";
import { Box, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { PriceWarning } from "../../lesson-parts/price-warning";
import { trpc } from "../../trpc";
import { Card } from "../../ui/card";
import { FormShell } from "../../ui/form-shell";
import { FormSkeleton, Loaded } from "../../ui/page-states";
import { fillSaved } from "../../ui/sent-values";
import { toastSuccess } from "../../ui/toasts";
import { ChangedMeanwhile } from "../changed-meanwhile";
import styles from "../filters.module.css";
import { wholeNumber, wholeNumberRule } from "../money/whole-number";
import { useFormBase } from "../use-form-base";
import { keepTypedPrices, priceValues } from "./price-values";

/** The tab "Cennik": what a lesson of each level costs and earns; lessons that stand keep theirs. */
export default function PriceList() {
  const query = trpc.prices.get.useQuery(undefined, { refetchOnWindowFocus: false });
  return (
    <Box maw="46rem">
      <Card title={texts.prices} text={texts.pricesText}>
        <Loaded query={query} skeleton={<FormSkeleton fields={3} />}>
          {(rows) => <PricesForm rows={rows} />}
        </Loaded>
      </Card>
    </Box>
  );
}

const fault = wholeNumberRule(money);

function isBelowRate(row: { price: string; rate: string } | undefined): boolean {
  return row !== undefined && wholeNumber(row.price) < wholeNumber(row.rate);
}

function PricesForm({ rows }: { rows: PriceListRows }) {
  const utils = trpc.useUtils();
  const form = useForm({
    initialValues: priceValues(rows),
    validateInputOnBlur: true,
    validate: { rows: { price: fault, rate: fault } },
  });
  const save = trpc.prices.save.useMutation({
    onSuccess(saved) {
      utils.prices.get.setData(undefined, saved);
      fillSaved(form, priceValues(saved));
      setBase(saved);
      toastSuccess(adminPeopleTexts.saved);
    },
  });

  const { base, setBase, isOutdated, reload } = useFormBase(rows, {
    isStale: (before) => rows.some(({ version }, index) => version > (before[index]?.version ?? 0)),
    hasEdits: (before) => JSON.stringify(form.values) !== JSON.stringify(priceValues(before)),
    takeIn(before) {
      form.setInitialValues(priceValues(rows));
      form.setValues(keepTypedPrices(form.values, before, rows));
      save.reset();
    },
  });

  const unit = <Text c="dimmed">{texts.unit}</Text>;
  return (
    <FormShell
      form={form}
      label={texts.prices}
      call={{ isPending: save.isPending, error: isOutdated ? null : save.error }}
      submitLabel={texts.save}
      onSubmit={(values) =>
        save.mutate({
          prices: values.rows.flatMap(({ price, rate }, index) => {
            const { level, version } = base[index] ?? {};
            if (level === undefined || version === undefined) return [];
            return [{ level, version, price: wholeNumber(price), rate: wholeNumber(rate) }];
          }),
        })
      }
    >
      {isOutdated ? <ChangedMeanwhile onReload={reload} /> : null}
      {base.map(({ level }, index) => (
        <div key={level}>
          <Text fw={550} mb="xs">
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
          {isBelowRate(form.values.rows[index]) ? <PriceWarning /> : null}
        </div>
      ))}
    </FormShell>
  );
}
