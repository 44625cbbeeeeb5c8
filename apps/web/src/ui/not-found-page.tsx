import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Button } from "@mantine/core";
import { IconMapSearch } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { MessagePage } from "./message-page";

/** Any address that leads nowhere. */
export default function NotFoundPage() {
  return (
    <MessagePage
      tone="calm"
      icon={<IconMapSearch size={30} aria-hidden />}
      title={commonTexts.pageNotFound}
      text={interfaceTexts.pageNotFoundText}
      action={
        <Button component={Link} to={paths.home} fullWidth>
          {interfaceTexts.toHomePage}
        </Button>
      }
    />
  );
}
