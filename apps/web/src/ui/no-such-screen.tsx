import { commonTexts } from "@korki/contracts/texts/common";
import { missingScreenTexts } from "@korki/contracts/texts/interface";
import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { Card } from "./card";
import { PageHeader } from "./page-header";
import { EmptyState } from "./page-states";

/** What an address below /dashboard shows that is no screen of this user type. */
export function NoSuchScreen() {
  return (
    <>
      <PageHeader title={commonTexts.pageNotFound} />
      <Card>
        <EmptyState
          picture="search"
          title={missingScreenTexts.notFoundText}
          action={
            <Button component={Link} to={paths.dashboard} variant="default">
              {missingScreenTexts.toHomePage}
            </Button>
          }
        />
      </Card>
    </>
  );
}
