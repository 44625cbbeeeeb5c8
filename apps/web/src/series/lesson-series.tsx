import type { Lesson } from "@korki/contracts/lessons";
import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { weeklyHours } from "@korki/contracts/texts/series-summary";
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { MoveSeriesForm, SeriesScopeForm } from "./series-actions";

/** Says of which weekly lesson a lesson is part. */
export function LessonSeries({ lesson }: { lesson: Pick<Lesson, "seriesId"> }) {
  const { seriesId } = lesson;
  const query = trpc.series.get.useQuery({ seriesId: seriesId ?? "" }, { enabled: seriesId !== null });
  if (!query.data) return null;
  return (
    <Text size="sm">
      {texts.seriesLink}:{" "}
      <Anchor component={Link} to={`${paths.series}?stalyTermin=${query.data.id}`} inherit underline="always">
        {weeklyHours(query.data)}
      </Anchor>
    </Text>
  );
}

/** Where an action on a lesson of a series starts: for which lessons it is meant. */
export type SeriesStep = { action: "end" | "move"; from?: string };

/** The question for which lessons an action is meant, and a move of many of them. */
export function SeriesStepForm(props: {
  lesson: Lesson;
  step: SeriesStep;
  onStep: (step: SeriesStep) => void;
  onThis: () => void;
  onDone: () => void;
}) {
  const { lesson, step, onStep, onThis, onDone } = props;
  const { data: series } = trpc.series.get.useQuery({ seriesId: lesson.seriesId ?? "" });
  if (!series) return null;
  if (step.from !== undefined) return <MoveSeriesForm series={series} from={step.from} onDone={onDone} />;
  return (
    <SeriesScopeForm
      series={series}
      onThis={onThis}
      onDone={onDone}
      date={lesson.date}
      blocks={lesson.partnerBlock === null ? 1 : 2}
      action={step.action}
      onMoveFrom={(from) => onStep({ action: "move", from })}
    />
  );
}
