import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { StrictMode } from "react";
import { BrowserRouter } from "react-router-dom";
import { AppRoutes } from "./app-routes";
import { cssVariablesResolver, theme } from "./theme";
import { OfflineBanner } from "./ui/offline-banner";
import { ScreenBoundary } from "./ui/screen-boundary";
import { ToastHost } from "./ui/toast-host";
import { keptKey } from "./updates/version-marker";

const colourScheme = localStorageColorSchemeManager({ key: keptKey("colour-scheme") });

/** The whole application: its look, its addresses, and what stands over every page. */
export function App() {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colourScheme}
        defaultColorScheme="auto"
        deduplicateInlineStyles
      >
        <BrowserRouter>
          <OfflineBanner />
          <ScreenBoundary>
            <AppRoutes />
          </ScreenBoundary>
          <ToastHost />
        </BrowserRouter>
      </MantineProvider>
    </StrictMode>
  );
}
