import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { Stack } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { paths } from "../../paths";
import { lessonInAddress } from "../../series/lesson-in-address";
import { SeriesForm } from "../../series/series-form";
import { BackLink } from "../../ui/back-link";

/** An administrator's weekly lesson for any pair; the address may name a lesson's (`paths.newSeriesLike`). */
export default function AdminSeriesForm() {
  const [params] = useSearchParams();
  return (
    <Stack gap="md" align="stretch" maw="46rem">
      <div>
        <BackLink to={paths.series} label={texts.backToList} />
      </div>
      <SeriesForm people={{ side: "Admin" }} last={lessonInAddress(params)} />
    </Stack>
  );
}
