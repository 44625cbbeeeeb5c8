import { adminLessonScreenTexts as texts } from "@korki/contracts/texts/admin-lesson-screens";
import { isBlock, isCivilDate, LEVELS, SUBJECTS } from "@korki/domain";
import { Box } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { Card } from "../../ui/card";
import { idOrNull } from "../../ui/id-or-null";
import { AddLessonForm } from "./add-lesson-form";

/** The tab "Dodaj lekcję"; people, subject, level, day and block may come with the address. */
export default function AddLesson() {
  const [params] = useSearchParams();
  const date = params.get("dzien");
  const block = params.get("blok") === null ? null : Number(params.get("blok"));
  return (
    <Box maw="46rem">
      <Card title={texts.addLesson} text={texts.studentsOfTeacher}>
        <AddLessonForm
          draft={{
            teacherId: idOrNull(params.get("nauczyciel") ?? ""),
            studentId: params.get("nauczyciel") ? idOrNull(params.get("uczen") ?? "") : null,
            subject: SUBJECTS.find((each) => each === params.get("przedmiot")) ?? "",
            level: LEVELS.find((each) => each === params.get("poziom")) ?? "",
            ...(isCivilDate(date) ? { date } : {}),
            ...(isBlock(block) ? { block } : {}),
          }}
        />
      </Card>
    </Box>
  );
}
