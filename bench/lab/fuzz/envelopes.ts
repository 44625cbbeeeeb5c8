import { gzipSync } from "node:zlib";
import type { Chance } from "./chance";
import type { Shot } from "./shot";

/** Well beyond the 100 kB that a body may have. */
const HUGE = 120_000;
const DEEP = 20_000;

const CONTENT_TYPES = [
  "",
  "text/plain",
  "application/xml",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-16le",
  "application/json; charset=nonsense",
  "application/json;;;=",
  "application/vnd.api+json",
  "*/*",
];
const AUTHORIZATIONS = [
  "Bearer",
  "Bearer ",
  "Bearer null",
  "Bearer a.b.c",
  "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.",
  `Bearer ${"x".repeat(8_000)}`,
  "Basic YWRtaW46YWRtaW4=",
  "Bearer \u00ff\u00fe",
  "Digest username=admin",
];
const HEADERS: readonly Record<string, string>[] = [
  { cookie: "accessToken=%ff; refreshToken=%00; __proto__=1; =; ;;" },
  { cookie: `refreshToken=${"x".repeat(4_000)}` },
  { "idempotency-key": "\u00ff".repeat(300) },
  { "idempotency-key": "'; DROP TABLE users; --" },
  { "x-request-id": "../../x\u00e9" },
  { "x-forwarded-for": "not an address, 1.2.3.4, ::1" },
  { "x-forwarded-proto": "javascript" },
  { origin: "null" },
  { origin: "https://evil.example" },
  { host: "evil.example" },
  { "x-http-method-override": "DELETE" },
  { accept: "text/html, */*;q=99" },
  { "accept-encoding": "gzip;q=2, br;q=-1, *;q=x" },
  { "accept-language": "\u00ff" },
  { range: "bytes=0-1,2-3,-1" },
  { "if-none-match": "*" },
  { expect: "a miracle" },
  { "content-encoding": "gzip" },
  { "content-encoding": "br" },
  { "content-encoding": "zstd, nonsense" },
];
const METHODS = ["PATCH", "OPTIONS", "TRACE", "PROPFIND", "HEAD", "PUT", "DELETE", "GET", "POST"];
const QUERIES = [
  "a[b]=c",
  "__proto__[x]=1",
  "constructor=1",
  "input=%7B",
  "input=null",
  "batch=1",
  "batch=1&input=%7B%7D",
  "batch=1&input=[]",
  "batch=1&input=%22x%22",
  "batch=2",
  `x=${"y".repeat(6_000)}`,
  Array.from({ length: 1_200 }, (_, n) => `p${n}=`).join("&"),
  "%00=%00",
  "%ff=%fe",
  "page=1&page=2",
  "limit=9999999999999999999",
];
const PATHS = [
  "/api",
  "/api/",
  "/api//user/profile",
  "/api/user/profile/",
  "/api/user/messages/%00",
  "/api/user/messages/%ff",
  "/api/user/messages/%u0041",
  "/api/user/confirm/%2e%2e%2f%2e%2e",
  `/api/user/confirm/${"x".repeat(3_000)}`,
  "/api/teacher/freeTime/__proto__",
  "/api/docs/..%2f..%2f..%2fpackage.json",
  "/trpc",
  "/trpc/",
  "/trpc/__proto__",
  "/trpc/constructor",
  "/trpc/lessons",
  "/trpc/lessons.toString",
  "/trpc/lessons.book.call",
  "/trpc/live.changes",
  "/trpc/%ff",
  "/trpc/%00",
  `/trpc/${Array.from({ length: 11 }, () => "account.profile").join(",")}?batch=1&input={}`,
  `/trpc/${"a,".repeat(2_000)}?batch=1`,
  "/trpc/account.profile,__proto__,lessons.book?batch=1&input=%7B%220%22:null%7D",
  "/assets/..%2f..%2f..%2fpackage.json",
  "/assets/%00.js",
  "/..%2f..%2fetc/passwd",
  "/%ff",
  "/%",
  "//evil.example/%2f..",
  "/dev/inbox",
  "/dev/..%2fmetrics",
  "/calendar/x.ics",
  "/calendar/%00.ics",
  "/calendar/..%2f..%2f",
  "/socket.io/",
  "/socket.io/?EIO=4&transport=polling",
  "/socket.io/?EIO=4&transport=polling&sid=__proto__",
  "/socket.io/?EIO=4&transport=websocket",
  "/socket.io/?EIO=99&transport=pigeon",
  "/sw.js?x=%ff",
  "/regen_pass/%ff",
  "/lekcja_probna?a=%00",
];
const BODIES: readonly (string | Buffer)[] = [
  "",
  "null",
  "0",
  '"x"',
  "[]",
  "{",
  "{}}",
  "NaN",
  "{'a':1}",
  '{"a":1,"a":2,"__proto__":3}',
  "\ufeff{}",
  "a=b&c=d",
  `{"x":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`,
  `{"email":"${"x".repeat(HUGE)}"}`,
  Buffer.from('{"email":"\u0142"}', "utf16le"),
  Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x7d]),
  Buffer.from('{"email":"\xff\xfe"}', "latin1"),
  gzipSync('{"email":"a@b.pl","password":"x"}'),
  gzipSync(`{"email":"${"x".repeat(50 * HUGE)}"}`),
];

/** A good call in an odd envelope: another header, type, method, address or body. */
export function oddEnvelope(good: Shot, chance: Chance): Shot {
  const { method, path, headers, body } = good;
  const and = path.includes("?") ? "&" : "?";
  switch (Math.floor(chance.next() * 7)) {
    case 0:
      return { ...good, headers: { ...headers, "content-type": chance.pick(CONTENT_TYPES) } };
    case 1:
      return { ...good, headers: { ...headers, authorization: chance.pick(AUTHORIZATIONS) } };
    case 2:
      return { ...good, headers: { ...headers, ...chance.pick(HEADERS) } };
    case 3:
      return { ...good, method: chance.pick(METHODS) };
    case 4:
      return { ...good, path: path + and + chance.pick(QUERIES) };
    case 5:
      return { method, headers, body, path: chance.pick(PATHS) };
    default:
      return {
        method: chance.happens(0.3) ? chance.pick(METHODS) : method === "GET" ? "POST" : method,
        path,
        headers: {
          "content-type": "application/json",
          ...headers,
          ...(chance.happens(0.2) ? { "content-encoding": chance.pick(["gzip", "deflate", "br"]) } : {}),
        },
        body: chance.pick(BODIES),
      };
  }
}
