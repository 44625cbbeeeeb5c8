import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { Box } from "@mantine/core";
import { paths } from "../../paths";
import { SeriesForm } from "../../series/series-form";
import { BackLink } from "../../ui/back-link";

/** An administrator's weekly lesson for any pair. */
export default function AdminSeriesForm() {
  return (
    <Box maw="46rem">
      <BackLink to={paths.series} label={texts.backToList} />
      <SeriesForm people={{ side: "Admin" }} />
    </Box>
  );
}
