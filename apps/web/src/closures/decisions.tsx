import type { AffectedLesson, ClosureDecision } from "@korki/contracts/closures";
import { closureScreenTexts as texts } from "@korki/contracts/texts/closure-screens";
import { shortSlot } from "@korki/contracts/texts/dates";
import { blockAt, fullName } from "@korki/domain";
import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { formatDayWithWeekday } from "../ui/formats";

/** A decision as a choice's value: `cancel`, `keep`, `move:0` and `substitute:0` (the place of the proposal). */
export type Decisions = Readonly<Record<string, string>>;

/** What all lessons can become at once. */
const ALL = [
  ["move", texts.allMove],
  ["substitute", texts.allSubstitute],
  ["cancel", texts.allCancel],
  ["keep", texts.allKeep],
] as const;

/** What is to become of each affected lesson, one by one or all at once. */
export function DecisionList(props: {
  affected: readonly AffectedLesson[];
  decisions: Decisions;
  /** saving was tried while a decision was missing */
  isIncomplete: boolean;
  onChange: (decisions: Decisions) => void;
}) {
  const { affected, decisions, isIncomplete, onChange } = props;
  const hasSubstitutes = affected.some(({ substitutes }) => substitutes.length > 0);

  function decideAll(action: (typeof ALL)[number][0]) {
    const wish = action === "move" || action === "substitute" ? `${action}:0` : action;
    const next = affected.map((lesson) => {
      const isPossible = choicesFor(lesson).some(({ value }) => value === wish);
      return [lesson.id, isPossible ? wish : (decisions[lesson.id] ?? "")] as const;
    });
    onChange(Object.fromEntries(next));
  }

  return (
    <Stack gap="sm">
      <Text fw={550} role="status">
        {texts.affected(affected.length)}
      </Text>
      {affected.length > 1 ? (
        <Group gap="xs" role="group" aria-label={texts.decideAll}>
          <Text size="sm">{texts.decideAll}</Text>
          {ALL.filter(([action]) => action !== "substitute" || hasSubstitutes).map(([action, label]) => (
            <Button key={action} variant="default" size="xs" onClick={() => decideAll(action)}>
              {label}
            </Button>
          ))}
        </Group>
      ) : null}
      {affected.map((lesson) => (
        <NativeSelect
          key={lesson.id}
          label={`${formatDayWithWeekday(lesson.date)}, ${blockAt(lesson.block).start} · ${lesson.subject} · ${lesson.studentName || texts.trial}`}
          value={decisions[lesson.id] ?? ""}
          error={isIncomplete && !decisions[lesson.id] ? texts.decisionRequired : null}
          onChange={({ currentTarget }) => onChange({ ...decisions, [lesson.id]: currentTarget.value })}
          data={[{ value: "", label: texts.undecided }, ...choicesFor(lesson)]}
        />
      ))}
    </Stack>
  );
}

function choicesFor({ moves, substitutes }: AffectedLesson) {
  return [
    ...moves.map(({ date, block }, index) => ({
      value: `move:${index}`,
      label: texts.move(shortSlot(date, block)),
    })),
    ...substitutes.map((teacher, index) => ({
      value: `substitute:${index}`,
      label: texts.substitute(fullName(teacher)),
    })),
    { value: "cancel", label: texts.cancel },
    { value: "keep", label: texts.keep },
  ];
}

/** Returns the decisions as the server takes them; null while one is missing. */
export function decisionsOf(
  affected: readonly AffectedLesson[],
  decisions: Decisions,
): ClosureDecision[] | null {
  const made = affected.map(({ id: lessonId, moves, substitutes }): ClosureDecision | null => {
    const [action, place] = (decisions[lessonId] ?? "").split(":");
    const move = moves[Number(place)];
    const substitute = substitutes[Number(place)];
    if (action === "move" && move) return { lessonId, action, ...move };
    if (action === "substitute" && substitute) return { lessonId, action, teacherId: substitute.id };
    return action === "cancel" || action === "keep" ? { lessonId, action } : null;
  });
  const complete = made.filter((decision) => decision !== null);
  return complete.length === affected.length ? complete : null;
}
