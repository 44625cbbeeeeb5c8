import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { noChunkCycles } from "./build/chunk-cycles";
import { firstPageFiles } from "./build/first-page-files";
import { firstVisitBudget } from "./build/first-visit-budget";
import { precompress } from "./build/precompress";
import { startInPieces } from "./build/start-in-pieces";

/** Where `pnpm dev` finds the API. */
const API = process.env.API_URL ?? "http://127.0.0.1:3000";
const firstPage = firstPageFiles();
/** What the pages for visitors are built from and the first page is not. */
const VISITOR_PARTS = new RegExp(
  [
    "packages/(?:domain/|contracts/src/texts/(?:statuses|trial))",
    "apps/web/src/ui/(?:card|formats)\\.",
    "@mantine/core/.*/(?:Checkbox|NativeSelect|Textarea|create-safe-context|get-style-object)",
    "IconCircleCheck\\.",
  ].join("|"),
);

export default defineConfig({
  plugins: [
    react(),
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
        globPatterns: ["index.html", "assets/*.{js,css}", "assets/inter-*.woff2", "logo.svg"],
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
    startInPieces({ lekcja_probna: "src/trial/trial-sign-up-page.tsx" }),
    noChunkCycles(),
    firstVisitBudget(),
    precompress(),
  ],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs, in a few pieces: not thirty requests (measured on /auth over HTTP/1.1), and no
            // piece so large that setting it up keeps a slow phone from answering a tap.
            {
              name: "libraries",
              tags: ["$initial"],
              test: /\/(?:react|react-dom|scheduler|@mantine)\/.*js$/,
            },
            {
              name: "first-page",
              tags: ["$initial"],
              test: (id) => !/index\.html|src\/(?:main|start-in-pieces)\.ts/.test(id),
            },
            // What the pages for visitors share with screens of the dashboard, so that they need not fetch those.
            {
              name: "visitor-parts",
              test: VISITOR_PARTS,
              minShareCount: 2,
            },
            // The schemas' library comes with the first of them: when somebody turns to a form, or with a screen.
            { name: "schemas", test: /\/zod\/|contracts\/src\/fields\./ },
            // What every screen of the dashboard is built from, with all that it needs itself: so nothing here asks
            // for a later file, and files cannot need each other in a circle.
            { name: "dashboard-parts", test: /apps\/web\/src\/(?:ui|live|server)\//, minShareCount: 4 },
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
