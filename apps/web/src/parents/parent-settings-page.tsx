import { useChildren } from "../family/family";
import SettingsPage from "../settings/settings-page";
import { NoSuchScreen } from "../ui/no-such-screen";
import { Loaded, ScreenSkeleton } from "../ui/page-states";
import { useFormerMoney } from "./use-former-money";

/** A parent's settings. A parent without a child has them while there is something to pay or an invoice (rules §15). */
export default function ParentSettingsPage() {
  const children = useChildren();
  if (!children) return <ScreenSkeleton />;
  return children.length > 0 ? <SettingsPage /> : <FormerPayerSettings />;
}

function FormerPayerSettings() {
  return (
    <Loaded query={useFormerMoney()} skeleton={<ScreenSkeleton />}>
      {({ hasAny }) => (hasAny ? <SettingsPage /> : <NoSuchScreen />)}
    </Loaded>
  );
}
