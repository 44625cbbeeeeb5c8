import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { firstPageFiles, noChunkCycles } from "./build/chunks";
import { entryBudget } from "./build/entry-budget";
import { precompress } from "./build/precompress";
import { themeTokens } from "./build/theme-tokens";

/** Where `pnpm dev` finds the API. */
const API = process.env.API_URL ?? "http://127.0.0.1:3000";
const firstPage = firstPageFiles();
export default defineConfig({
  plugins: [
    react(),
    themeTokens(),
    ownPages(),
    firstPage.plugin,
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/updates",
      filename: "service-worker.ts",
      injectRegister: false,
      includeManifestIcons: false,
      manifest: {
        id: "/",
        name: "Korki – korepetycje online",
        short_name: "Korki",
        description: "Lekcje, rozmowy z nauczycielem i płatności w jednym miejscu.",
        lang: "pl",
        dir: "ltr",
        start_url: "/dashboard",
        scope: "/",
        display: "standalone",
        background_color: "#f7f9f9",
        theme_color: "#0f766e",
        categories: ["education"],
        icons: [
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
          { src: "/logo.svg", sizes: "any", type: "image/svg+xml" },
        ],
      },
      injectManifest: {
        globPatterns: ["index.html", "dashboard.html", "assets/*.{js,css}", "assets/inter-*.woff2"],
        globIgnores: ["assets/inter-latin-ext-*"],
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          async (entries) => ({
            manifest: entries.filter(({ url }) => !/\.(?:js|css)$/.test(url) || firstPage.has(url)),
            warnings: [],
          }),
        ],
      },
    }),
    noChunkCycles(),
    entryBudget({ entry: "visitor", bytes: 90_000 }),
    precompress(),
  ],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The policy of the pages takes fonts from this origin alone, none from within a style sheet.
    assetsInlineLimit: (file) => (/\.(?:woff2?|ttf)$/.test(file) ? false : undefined),
    rolldownOptions: {
      input: { visitor: "index.html", dashboard: "dashboard.html" },
      output: {
        codeSplitting: {
          // The first that fits takes a file, with all that the file needs itself: so no chunk asks for a later one, and
          // chunks cannot need each other in a circle.
          groups: [
            // Both pages begin with it; a new version of ours leaves it in the browser's cache.
            { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// },
            // The visitors' first pages, so that they fetch nothing else, and their later ones. The dashboard takes
            // from them what it shares with them.
            { name: "visitor", test: /src\/visitor\/start-visitor-pages/ },
            { name: "visitor-later", test: /src\/visitor\/.+\.tsx$/ },
            // What every screen of the dashboard is built from.
            { name: "dashboard-parts", test: /apps\/web\/src\/(?:ui|live|server)\//, minShareCount: 4 },
            // What several screens show: else a screen fetched up to fifty files of some hundred bytes.
            {
              name: "screen-parts",
              test: /apps\/web\/src\/(?!admin|visitor|session|updates)/,
              minShareCount: 3,
            },
            { name: "admin-parts", test: /apps\/web\/src\/admin\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": API,
      "/trpc": { target: API, ws: true },
      "/socket.io": { target: API, ws: true },
      "/dev": API,
    },
  },
});

/** Has `pnpm dev` serve the pages of the dashboard and of the lessons' rooms, as the API does. */
function ownPages(): Plugin {
  return {
    name: "korki:own-pages",
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, page] = /^\/(dashboard|lekcja)(?:[/?]|$)/.exec(request.url ?? "") ?? [];
        if (page) request.url = `/${page}.html`;
        next();
      });
    },
  };
}
