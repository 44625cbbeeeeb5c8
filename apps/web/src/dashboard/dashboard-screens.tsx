import { Suspense } from "react";
import { Route, Routes, useLocation } from "react-router-dom";
import { useChildrenQuery } from "../family/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { NoSuchScreen } from "../ui/no-such-screen";
import { Loaded, ScreenSkeleton } from "../ui/page-states";
import { ScreenBoundary } from "../ui/screen-boundary";
import { isDashboardHome } from "../visitor-paths";
import { SCREENS } from "./screens";

/** The screen that the address names, for this user type. The dashboard's own address shows the lessons. */
export function DashboardScreens() {
  const { role } = useProfile();
  const { pathname } = useLocation();
  const isHome = isDashboardHome(pathname);
  const Home = SCREENS.find(({ path }) => path === paths.lessons)?.of[role];
  // Until a parent's children are known, an address that needs one is not yet "not found".
  return (
    <Loaded query={useChildrenQuery()} skeleton={<ScreenSkeleton />}>
      {(children) => (
        <ScreenBoundary resetKey={pathname}>
          <Suspense fallback={<ScreenSkeleton />}>
            <Routes>
              {SCREENS.map(({ path, of, needsChild }) => {
                const isMissing = needsChild && role === "Parent" && children.length === 0;
                const Screen = isMissing ? undefined : of[role];
                const below = path.slice(paths.dashboard.length + 1);
                return Screen ? <Route key={path} path={`${below}/*`} element={<Screen />} /> : null;
              })}
              <Route path="*" element={isHome && Home ? <Home /> : <NoSuchScreen />} />
            </Routes>
          </Suspense>
        </ScreenBoundary>
      )}
    </Loaded>
  );
}
