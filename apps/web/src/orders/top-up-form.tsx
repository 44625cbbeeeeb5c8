import type { StudentMoney } from "@korki/contracts/money";
import type { OrderOffer } from "@korki/contracts/orders";
import type { LessonPackage } from "@korki/contracts/packages";
import { dayOfYear } from "@korki/contracts/texts/dates";
import { orderScreenTexts as texts } from "@korki/contracts/texts/orders";
import { levelTexts, shortLevelTexts, subjectTexts } from "@korki/contracts/texts/statuses";
import type { Level, Subject, SubjectLevel } from "@korki/domain";
import { addDays, findOverlap, LEVELS, SUBJECTS, today } from "@korki/domain";
import { ActionIcon, Group, NativeSelect, Radio, Stack, Text, TextInput } from "@mantine/core";
import { now } from "../clock";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { useForm } from "@mantine/form";
import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { trpc } from "../trpc";
import { confirm } from "../ui/confirm";
import { FormShell } from "../ui/form-shell";
import { formatMoney, formatSubject } from "../ui/formats";
import { FormSkeleton, Loaded } from "../ui/page-states";
import {
  isAmong,
  LESSONS_AT_FIRST,
  LESSONS_MAX,
  lessonsFor,
  looseAmount,
  needsConfirmation,
  topUpStart,
} from "./top-up-start";
import { usePlaceOrder } from "./use-place-order";
import { WaitingOrder } from "./waiting-order";

const LOOSE = "lessons";

/**
 * „Doładuj lekcje”: a package, or a number of lessons; then on to the payment provider.
 *
 * @param studentId the child a parent pays for; undefined: the caller
 * @param asked what the form was opened for; null: nothing in particular
 * @param lately what was paid for last
 */
export function TopUpForm(props: {
  studentId: string | undefined;
  asked: SubjectLevel | null;
  lately: SubjectLevel | null;
}) {
  const offer = trpc.orders.offer.useQuery({ studentId: props.studentId });
  const money = trpc.money.mine.useQuery({ studentId: props.studentId });
  return (
    <Loaded query={offer} skeleton={<FormSkeleton fields={3} />}>
      {({ taught, ...offer }) =>
        money.isLoading ? (
          <FormSkeleton fields={3} />
        ) : (
          <OrderForm {...props} offer={offer} taught={taught ?? []} due={money.data?.subjects ?? []} />
        )
      }
    </Loaded>
  );
}

function OrderForm(props: {
  studentId: string | undefined;
  asked: SubjectLevel | null;
  lately: SubjectLevel | null;
  offer: Pick<OrderOffer, "prices" | "lessons" | "waiting">;
  /** What the student's teachers teach: packages for it come first. What is neither taught nor due is asked about. */
  taught: readonly SubjectLevel[];
  /** What the student has, with what is due of it: the form begins with that, and packages for it come first, too. */
  due: StudentMoney["subjects"];
}) {
  const packages = trpc.packages.list.useQuery();
  const place = usePlaceOrder(() => form.resetDirty());
  const [start] = useState(() => topUpStart(props));
  const proposed = (pair: SubjectLevel) => String(lessonsFor(props.due, pair));
  const form = useForm({
    initialValues: { choice: LOOSE, lessons: proposed(start), ...start },
    validate: { lessons: (typed) => (isCount(typed) ? null : texts.wrongCount) },
  });
  const { values } = form;
  function choose(change: Partial<SubjectLevel>) {
    const isProposed = values.lessons === proposed(values);
    form.setValues({
      ...change,
      // A number of the person's own stays.
      ...(isProposed && { lessons: proposed({ ...values, ...change }) }),
    });
  }
  const step = (by: number) => {
    const count = isCount(values.lessons) ? Number(values.lessons) : LESSONS_AT_FIRST;
    form.setFieldValue("lessons", String(Math.min(LESSONS_MAX, Math.max(1, count + by))));
  };
  const chosen = packages.data?.find(({ id }) => id === values.choice);
  const looseSum = isCount(values.lessons) ? looseAmount(props.offer, values, Number(values.lessons)) : 0;
  const amount = chosen?.price ?? looseSum;

  const wanted = chosen
    ? { subject: chosen.subject ?? values.subject, level: chosen.level }
    : { subject: values.subject, level: values.level };
  const overlap = findOverlap(props.offer.waiting, [wanted]);
  const known = [...props.taught, ...props.due];
  const offers = (packages.data ?? []).toSorted(
    (a, b) => Number(isAmong(known, b)) - Number(isAmong(known, a)),
  );
  async function isMeant(): Promise<boolean> {
    if (!needsConfirmation(wanted, props)) return true;
    return confirm({
      title: texts.notTaughtQuestion,
      text: texts.notTaughtText(formatSubject(wanted)),
      confirmLabel: texts.buyAnyway,
      cancelLabel: texts.dontBuy,
    });
  }

  return (
    <FormShell
      form={form}
      label={texts.topUp}
      call={place}
      errorTitle={texts.topUp}
      submitLabel={texts.pay(formatMoney(amount))}
      onSubmit={async (order) => {
        if (!(await isMeant())) return;
        place.mutate({
          studentId: props.studentId,
          items: [
            chosen
              ? { packageId: chosen.id, ...(chosen.subject ? {} : { subject: order.subject }) }
              : { subject: order.subject, level: order.level, lessons: Number(order.lessons) },
          ],
        });
      }}
    >
      {offers.length > 0 ? (
        <Radio.Group label={texts.packages} {...form.getInputProps("choice")}>
          <Stack gap="xs" mt="xs">
            {offers.map((offer) => (
              <Radio
                key={offer.id}
                value={offer.id}
                label={`${offer.name} · ${formatMoney(offer.price)}`}
                description={offerText(
                  offer,
                  looseAmount(
                    props.offer,
                    { subject: offer.subject ?? values.subject, level: offer.level },
                    offer.lessons,
                  ),
                )}
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
          onChange={({ currentTarget }) => choose({ subject: currentTarget.value as Subject })}
        />
      )}
      {chosen ? null : (
        <>
          <NativeSelect
            label={texts.level}
            data={LEVELS.map((each) => ({ value: each, label: levelTexts[each] }))}
            {...form.getInputProps("level")}
            onChange={({ currentTarget }) => choose({ level: currentTarget.value as Level })}
          />
          <Group gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={texts.lessons}
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps("lessons")}
            />
            <ActionIcon variant="default" size={36} aria-label={texts.fewer} onClick={() => step(-1)}>
              <IconMinus size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label={texts.more} onClick={() => step(1)}>
              <IconPlus size={18} aria-hidden />
            </ActionIcon>
          </Group>
        </>
      )}
      {overlap ? <WaitingOrder order={overlap} /> : null}
      <Text>
        {texts.sum}: <strong className="tabular">{formatMoney(amount)}</strong>
      </Text>
    </FormShell>
  );
}

function isCount(typed: string): boolean {
  return /^\d{1,2}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= LESSONS_MAX;
}

/**
 * What a package is for, what a lesson of it costs, what is saved, and until when it would be valid.
 *
 * @param loose what as many lessons cost one by one
 */
function offerText(offer: LessonPackage, loose: number): string {
  const { subject, level, lessons, price, validDays } = offer;
  return texts.offer({
    subject: subject && subjectTexts[subject],
    level: shortLevelTexts[level],
    lessons,
    each: formatMoney(Math.round(price / lessons)),
    saving: loose > price ? formatMoney(loose - price) : null,
    until: validDays === null ? null : dayOfYear(addDays(today(now()), validDays)),
  });
}
