import type { Plugin, Rolldown } from "vite";

/** Begins the built page; the only script there that runs by itself. */
const STARTER = "src/start-in-pieces.ts";
const SCRIPT = /[ \t]*<script type="module" crossorigin src="\/([^"]+)"><\/script>\n?/;
const PRELOADED = /[ \t]*<link rel="modulepreload" [^>]+>\n?/g;
const FONT = /[ \t]*<link rel="preload" [^>]*as="font"[^>]*>\n?/g;

/**
 * Has the built page paint before it is set up, and has it set up piece by piece: the page asks at once for all chunks
 * that it begins with, after what it needs to be painted, and names them in the order in which
 * `src/start-in-pieces.ts` is to run them; the entry comes last.
 *
 * @param screens pages by name (`/name`) that begin with a screen of its own chunk: the screen's module, seen from the
 *   project's root. Each becomes a page of its own, which asks for that chunk, too.
 */
export function startInPieces(screens: Readonly<Record<string, string>>): Plugin {
  return {
    name: "korki:start-in-pieces",
    apply: "build",
    enforce: "post",
    buildStart() {
      this.emitFile({ type: "chunk", id: STARTER, name: "start-in-pieces" });
    },
    generateBundle(_options, bundle) {
      const index = bundle["index.html"];
      if (index?.type !== "asset") throw new Error("there is no page to begin with");
      const html = String(index.source);
      const entry = SCRIPT.exec(html)?.[1] ?? "";
      index.source = beginning(html, bundle, [entry]);
      for (const [page, screen] of Object.entries(screens)) {
        const source = beginning(html, bundle, [chunkOf(bundle, screen), entry]);
        this.emitFile({ type: "asset", fileName: `${page}.html`, source });
      }
    },
  };
}

/** The page with the chunks that these need, each before those that need it, and with their styles. */
function beginning(html: string, bundle: Rolldown.OutputBundle, begin: readonly string[]): string {
  const chunks = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk") throw new Error(`${name} is no chunk`);
    if (chunks.has(name)) return;
    for (const imported of chunk.imports) add(imported);
    chunks.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) styles.add(css);
  };
  for (const name of begin) add(name);
  const links = [
    ...[...styles]
      .filter((css) => !html.includes(css))
      .map((css) => `    <link rel="stylesheet" crossorigin href="/${css}">\n`),
    `    <script type="module" crossorigin src="/${chunkOf(bundle, STARTER)}"></script>\n`,
    ...[...chunks].map(
      (name) => `    <link rel="modulepreload" crossorigin fetchpriority="low" href="/${name}">\n`,
    ),
    ...(html.match(FONT) ?? []),
  ];
  return html
    .replace(SCRIPT, "")
    .replace(PRELOADED, "")
    .replace(FONT, "")
    .replace("</head>", `\n${links.join("")}  </head>`);
}

function chunkOf(bundle: Rolldown.OutputBundle, module: string): string {
  const chunk = Object.values(bundle).find(
    (file) => file.type === "chunk" && file.facadeModuleId?.endsWith(`/${module}`),
  );
  if (!chunk) throw new Error(`${module} has no chunk of its own`);
  return chunk.fileName;
}
