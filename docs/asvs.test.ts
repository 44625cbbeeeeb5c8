import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

type Row = { number: string; level: string; state: string; cell: string };
const ROW = /^\| (\d+\.\d+\.\d+) +\| ([12]) +\| [^|]+ \| (holds|not applicable|departure) +\| (.*?) *\|$/gm;
const rows: Row[] = [...read("docs/asvs.md").matchAll(ROW)].map(
  ([, number = "", level = "", state = "", cell = ""]) => ({ number, level, state, cell }),
);
const refsOf = ({ cell }: Row) =>
  [...cell.matchAll(/`([^`]+?) › ([^`]+)`/g)].map(([, file = "", name = ""]) => ({ file, name }));

/** How many requirements each section of ASVS 5.0 has on levels 1 and 2. */
const SECTIONS =
  "1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2";

describe("docs/asvs.md", () => {
  test("has each of the 253 requirements once, with its level", () => {
    const wanted = SECTIONS.split(" ").flatMap((section) => {
      const [chapter, count] = section.split(":");
      return Array.from({ length: Number(count) }, (_, place) => `${chapter}.${place + 1}`);
    });
    expect(rows.map(({ number }) => number)).toEqual(wanted);
    expect(rows.filter(({ level }) => level === "1")).toHaveLength(70);
    expect(rows.filter(({ level }) => level === "2")).toHaveLength(183);
  });

  test("says in its table how many hold", () => {
    for (const level of ["1", "2"]) {
      const of = (state: string) => rows.filter((row) => row.level === level && row.state === state);
      const absent = of("not applicable");
      const shown = absent.filter((row) => refsOf(row).length > 0).length;
      const holds = of("holds").length;
      const figures = [holds, shown, holds + shown, absent.length - shown, of("departure").length];
      const line = new RegExp(String.raw`^\| ${level} +\| \d+ +\| ${figures.join(" +\\| ")} +\|$`, "m");
      expect(read("docs/asvs.md")).toMatch(line);
    }
  });

  test("proves whatever holds, and gives a reason for the rest", () => {
    for (const row of rows) {
      if (row.state === "holds") expect([row.number, refsOf(row).length > 0]).toEqual([row.number, true]);
      else expect([row.number, row.cell.replaceAll(/`[^`]*`/g, "").length > 5]).toEqual([row.number, true]);
    }
  });

  test("refers to what there is", () => {
    const missing = rows.flatMap((row) =>
      refsOf(row)
        .filter((ref) => !isThere(ref))
        .map(({ file, name }) => `${row.number}: ${file} › ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

function isThere({ file, name }: { file: string; name: string }): boolean {
  if (!existsSync(path.join(root, file))) return false;
  const text = read(file);
  if (file.endsWith(".md")) return new RegExp(`^#+ ${escaped(name)}$`, "m").test(text);
  if (/\.test\.tsx?$/.test(file)) return new RegExp(`\\(\\s*["\`][^"\`]*${escaped(name)}`).test(text);
  if (/\.tsx?$/.test(file)) {
    const declared = `(function\\*?|const|class|type|interface) (\\{[^}]*)?\\b${escaped(name)}\\b`;
    return new RegExp(
      `${declared}|^\\s*(async )?${escaped(name)}[:(,]|import .*\\b${escaped(name)}\\b`,
      "m",
    ).test(text);
  }
  return text.includes(name);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Sources of the product by their path: no tests, nothing that tests use alone. */
const sources = ["packages", "apps"]
  .flatMap((group) => readdirSync(path.join(root, group)).map((name) => path.join(group, name, "src")))
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/(testing|generated)\/|^packages\/testing\//.test(file),
  );

function filesWith(pattern: RegExp, among: readonly string[] = sources): string[] {
  return among.filter((file) => pattern.test(read(file))).sort();
}

/** Who calls over HTTP by hand; mail and messenger go through their libraries, to addresses of the settings as well. */
const CALLERS = [
  "apps/api/src/http/sandbox-proxy.ts",
  "packages/services/src/invoices/fakturownia.ts",
  "packages/services/src/orders/przelewy24.ts",
  // Addresses of browsers' push services, which it checks.
  "packages/services/src/push/push-sender.ts",
];

type Manifest = {
  file: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

/** What the packages and apps say that they need. */
const manifests: Manifest[] = ["packages", "apps"]
  .flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(group, name, "package.json")),
  )
  .concat("package.json")
  .filter((file) => existsSync(path.join(root, file)))
  .map((file) => ({ dependencies: {}, devDependencies: {}, ...JSON.parse(read(file)), file }));

describe("what the security of the product rests on", () => {
  test("the product has no library for what it does not do", () => {
    const packages = manifests.flatMap(({ dependencies }) => Object.keys(dependencies));
    expect(packages.length).toBeGreaterThan(100);
    const absent =
      /ldap|xpath|latex|memcache|graphql|saml|openid|oidc|oauth|passport|xml|webrtc|simple-peer|(^|[/-])s?turn([/-]|$)|jndi|unzip|tar$/i;
    expect(packages.filter((name) => absent.test(name))).toEqual([]);
  });

  test("four screens alone take files", () => {
    expect(filesWith(/multer|busboy|formidable/)).toEqual([]);
    // A bank's file, from administrators alone, kept in memory and nowhere else.
    expect(filesWith(/multipart\/form-data/)).toEqual(["apps/api/src/http/large-bodies.ts"]);
    expect(filesWith(/express\.raw\(/)).toEqual([
      "apps/api/src/http/board-files.ts",
      "apps/api/src/http/large-bodies.ts",
    ]);
    expect(filesWith(/type="file"|<FileButton|<FileInput|<Dropzone/)).toEqual([
      "apps/web/src/admin/bank/upload-statement.tsx",
      "apps/web/src/admin/company/logo-box.tsx",
      "apps/web/src/admin/imports/import-file.tsx",
      "apps/web/src/board/tool-bar.tsx",
    ]);
  });

  test("no code is made of text: neither functions, nor regular expressions, nor HTML", () => {
    const pattern =
      /\beval\(|new Function\(|new RegExp\(|dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML/;
    const serving = sources.filter((file) => !file.startsWith("apps/launcher/"));
    expect(filesWith(pattern, serving)).toEqual([]);
  });

  test("programs are started by what runs the product on a machine, and to read calendars from outside", () => {
    const places = /^(apps\/launcher|packages\/local-services)\//;
    // Its own program, with numbers as arguments; the calendar goes in by standard input.
    expect(filesWith(/node:child_process/).filter((file) => !places.test(file))).toEqual([
      "packages/services/src/busy-times/read-busy-times.ts",
    ]);
  });

  test("no weak hash is used but where the protocol of relays is made of it", () => {
    expect(filesWith(/["'](md5|sha1|md4|rc4|des)["']/i).sort()).toEqual([
      "apps/launcher/src/doctor/turn-client.ts",
      "packages/services/src/classroom/relay-credentials.ts",
    ]);
  });

  test("no certificate goes unchecked", () => {
    expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([]);
  });

  test("servers call no address but those of the settings", () => {
    const servers = sources.filter((file) =>
      /^(apps\/(api|worker|bot)|packages\/(services|db))\//.test(file),
    );
    expect(filesWith(/(?<![#\w.])fetch\(|https?\.(get|request)\(/, servers).sort()).toEqual(CALLERS);
    for (const file of CALLERS)
      expect([file, /sandboxUrl|apiRoot|isPushEndpoint\(/.test(read(file))]).toEqual([file, true]);
  });

  test("every dependency is pinned", () => {
    for (const { file, dependencies, devDependencies } of manifests) {
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
        const exact = /^(workspace:\*|\d+\.\d+\.\d+(-[\w.]+)?)$/.test(version);
        expect([file, name, version, exact]).toEqual([file, name, version, true]);
      }
    }
  });
});
