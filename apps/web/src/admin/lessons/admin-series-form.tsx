import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { Box } from "@mantine/core";
import { useSearchParams } from "react-router-dom";
import { paths } from "../../paths";
import { lessonInAddress } from "../../series/lesson-in-address";
import { SeriesForm } from "../../series/series-form";
import { BackLink } from "../../ui/back-link";

/** An administrator's weekly lesson for any pair; the address may name a lesson's (`paths.newSeriesLike`). */
export default function AdminSeriesForm() {
  const [params] = useSearchParams();
  return (
    <Box maw="46rem">
      <BackLink to={paths.series} label={texts.backToList} />
      <SeriesForm people={{ side: "Admin" }} last={lessonInAddress(params)} />
    </Box>
  );
}
