import { commonTexts } from "@korki/contracts/texts/common";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { IconCloudOff } from "@tabler/icons-react";
import { errorText } from "../server/errors";
import { MessagePage } from "../ui/message-page";
import formStyles from "./form.module.css";

/** In place of a page that could not ask what it shows. */
export function NotAnswered({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <MessagePage
      tone="bad"
      icon={<IconCloudOff size={30} aria-hidden />}
      title={interfaceTexts.loadFailed}
      text={errorText(error)}
      action={
        <button type="button" className={`${formStyles.button} ${formStyles.wide}`} onClick={onRetry}>
          {commonTexts.tryAgain}
        </button>
      }
    />
  );
}
