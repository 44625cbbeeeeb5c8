import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { entryBudget } from "./build/entry-budget";
import { precompress } from "./build/precompress";
import { themeTokens } from "./build/theme-tokens";

/**
 * Builds the page of a lesson's room, after the other pages and beside them. In one build with them, what it shares with
 * them would move between their files: so no other page grows by it.
 */
export default defineConfig({
  plugins: [
    react(),
    themeTokens(),
    entryBudget({ entry: "classroom", bytes: 45_000, without: "classroom-react" }),
    entryBudget({ entry: "room-board", bytes: 25_000, after: "classroom" }),
    precompress(),
  ],
  build: {
    target: "es2022",
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The policy of the pages takes fonts from this origin alone, none from within a style sheet.
    assetsInlineLimit: (file) => (/\.(?:woff2?|ttf)$/.test(file) ? false : undefined),
    rolldownOptions: {
      input: { classroom: "lekcja.html" },
      // The package does not say so itself; else its websockets come along, which nobody opens here.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@trpc\/client\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [{ name: "classroom-react", test: /node_modules\/(?:react|react-dom|scheduler)\// }],
        },
      },
    },
  },
});
