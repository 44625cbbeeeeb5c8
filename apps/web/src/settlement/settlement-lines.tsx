import type { Settlement, SettlementLine } from "@korki/contracts/settlement";
import { longSlot } from "@korki/contracts/texts/dates";
import { settlementTexts as texts } from "@korki/contracts/texts/settlement";
import { lessonStatusNames } from "@korki/contracts/texts/statuses";
import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatMoney } from "../ui/formats";

/** What a line is called: its lesson's day and hour; a missing lesson may have none. */
export function lineText({ date, block, kind }: SettlementLine): string {
  return date !== null && block !== null ? longSlot(date, block) : texts.kinds[kind];
}

/** The lines of a month with their objections, and what may be done about each. */
export function SettlementLines(props: {
  settlement: Settlement;
  actions: (line: SettlementLine) => ReactNode;
}) {
  const { settlement, actions } = props;
  return (
    <Stack gap="md" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {settlement.lines.map((line) => (
        <Stack key={line.id} gap={4} component="li">
          <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
            <div>
              <Text>{lineText(line)}</Text>
              <Text size="sm" c="dimmed">
                {[
                  line.kind === "lesson" ? "" : texts.kinds[line.kind],
                  line.studentName,
                  line.status === null ? "" : lessonStatusNames[line.status],
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </Text>
            </div>
            <Text className="tabular unbroken">{formatMoney(line.amount)}</Text>
          </Group>
          {line.objection ? (
            <Text size="sm">
              {`${texts.objection} (${texts.answerStates[line.objection.state]}): ${line.objection.text}`}
            </Text>
          ) : null}
          {line.objection?.answer ? (
            <Text size="sm" c="dimmed">{`${texts.answerLabel}: ${line.objection.answer}`}</Text>
          ) : null}
          {actions(line)}
        </Stack>
      ))}
      <Group justify="space-between" component="li">
        <Text fw={550}>{texts.total}</Text>
        <Text fw={550} className="tabular unbroken">
          {formatMoney(settlement.total)}
        </Text>
      </Group>
    </Stack>
  );
}
