import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { isBlock, isCivilDate, LEVELS, SUBJECTS, weekdayOf } from "@korki/domain";
import { Box } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { paths } from "../../paths";
import { SeriesForm } from "../../series/series-form";
import { BackLink } from "../../ui/back-link";
import { idOrNull } from "../../ui/id-or-null";

/** An administrator's weekly lesson for any pair; the address may name a lesson's (`paths.newSeriesLike`). */
export default function AdminSeriesForm() {
  const [params] = useSearchParams();
  return (
    <Box maw="46rem">
      <BackLink to={paths.series} label={texts.backToList} />
      <SeriesForm people={{ side: "Admin" }} last={lessonIn(params)} />
    </Box>
  );
}

function lessonIn(params: URLSearchParams) {
  const teacherId = idOrNull(params.get("nauczyciel") ?? "");
  const studentId = idOrNull(params.get("uczen") ?? "");
  const subject = SUBJECTS.find((each) => each === params.get("przedmiot"));
  const level = LEVELS.find((each) => each === params.get("poziom"));
  const date = params.get("dzien") ?? "";
  const block = Number(params.get("blok"));
  if (!teacherId || !studentId || !subject || !level || !isCivilDate(date) || !isBlock(block)) return null;
  return { teacherId, studentId, subject, level, weekday: weekdayOf(date), block };
}
