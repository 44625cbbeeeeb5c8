import type { OrderOffer } from "@korki/contracts/orders";
import { orderScreenTexts as texts } from "@korki/contracts/texts/orders";
import { levelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { SubjectLevel } from "@korki/domain";
import { DEFAULT_TEACHER_SUBJECT, findOverlap, LEVELS, SUBJECTS } from "@korki/domain";
import { NativeSelect, Radio, Stack, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { useForm } from "@mantine/form";
import { useMemo } from "react";
import { trpc } from "../trpc";
import { FormShell } from "../ui/form-shell";
import { formatMoney } from "../ui/formats";
import { FormSkeleton, Loaded } from "../ui/page-states";
import { WaitingOrder } from "./waiting-order";

/** How many lessons the form offers at once. */
const AMOUNTS = [1, 2, 4, 5, 8, 10, 20];
const LOOSE = "lessons";

/**
 * „Doładuj lekcje”: a package, or a number of lessons at the student's price; then on to the payment provider.
 *
 * @param studentId the child a parent pays for; undefined: the caller
 * @param lately what was paid for last, which is chosen at first
 */
export function TopUpForm(props: { studentId: string | undefined; lately: SubjectLevel | null }) {
  const offer = trpc.orders.offer.useQuery({ studentId: props.studentId });
  return (
    <Loaded query={offer} skeleton={<FormSkeleton fields={3} />}>
      {({ prices, waiting }) => <OrderForm {...props} prices={prices} waiting={waiting} />}
    </Loaded>
  );
}

function OrderForm(props: {
  studentId: string | undefined;
  lately: SubjectLevel | null;
  prices: OrderOffer["prices"];
  waiting: OrderOffer["waiting"];
}) {
  const packages = trpc.packages.list.useQuery();
  const place = trpc.orders.place.useMutation({
    onSuccess({ payUrl }) {
      form.resetDirty();
      window.location.assign(payUrl);
    },
  });
  const { subject, level } = props.lately ?? DEFAULT_TEACHER_SUBJECT;
  const form = useForm({ initialValues: { choice: LOOSE, lessons: "4", subject, level } });
  const { values } = form;
  const chosen = packages.data?.find(({ id }) => id === values.choice);
  const amount = useMemo(() => {
    if (chosen) return chosen.price;
    const price = props.prices.find((each) => each.level === values.level)?.price ?? 0;
    return price * Number(values.lessons);
  }, [chosen, props.prices, values.level, values.lessons]);

  const wanted = chosen
    ? { subject: chosen.subject ?? values.subject, level: chosen.level }
    : { subject: values.subject, level: values.level };
  const overlap = findOverlap(props.waiting, [wanted]);

  return (
    <FormShell
      form={form}
      label={texts.topUp}
      pending={place.isPending}
      error={place.error}
      errorTitle={texts.topUp}
      submitLabel={texts.pay(formatMoney(amount))}
      onSubmit={(order) =>
        place.mutate({
          studentId: props.studentId,
          items: [
            chosen
              ? { packageId: chosen.id, ...(chosen.subject ? {} : { subject: order.subject }) }
              : { subject: order.subject, level: order.level, lessons: Number(order.lessons) },
          ],
        })
      }
    >
      {packages.data && packages.data.length > 0 ? (
        <Radio.Group label={texts.packages} {...form.getInputProps("choice")}>
          <Stack gap="xs" mt="xs">
            {packages.data.map((offer) => (
              <Radio
                key={offer.id}
                value={offer.id}
                label={`${offer.name} · ${formatMoney(offer.price)}`}
                description={offer.subject ? subjectTexts[offer.subject] : levelTexts[offer.level]}
              />
            ))}
            <Radio value={LOOSE} label={texts.looseLessons} />
          </Stack>
        </Radio.Group>
      ) : null}
      {chosen?.subject ? null : (
        <NativeSelect
          label={texts.subject}
          data={SUBJECTS.map((each) => ({ value: each, label: subjectTexts[each] }))}
          {...form.getInputProps("subject")}
        />
      )}
      {chosen ? null : (
        <>
          <NativeSelect
            label={texts.level}
            data={LEVELS.map((each) => ({ value: each, label: levelTexts[each] }))}
            {...form.getInputProps("level")}
          />
          <NativeSelect label={texts.lessons} data={AMOUNTS.map(String)} {...form.getInputProps("lessons")} />
        </>
      )}
      {overlap ? <WaitingOrder order={overlap} /> : null}
      <Text>
        {texts.sum}: <strong className="tabular">{formatMoney(amount)}</strong>
      </Text>
    </FormShell>
  );
}
