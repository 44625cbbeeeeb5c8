import { isIPv6 } from "node:net";

/**
 * Returns the network that limits count by: an IPv4 address as it is, of an IPv6 address its /64, which is what one
 * customer has at least. An IPv4 address in IPv6 notation is the IPv4 address.
 */
export function networkOf(address: string): string {
  const [bare = ""] = address.split("%");
  if (!isIPv6(bare)) return bare;
  // URL writes every notation of an address in one way: lower case, hexadecimal, the longest run of zeros as "::".
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [head = "", tail] = canonical.split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail ? tail.split(":") : [];
  const groups = tail === undefined ? first : [...first, ...zeros(8 - first.length - last.length), ...last];
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return dotted(groups.slice(6));
  return `${groups.slice(0, 4).join(":")}::/64`;
}

function zeros(count: number): string[] {
  return Array.from({ length: count }, () => "0");
}

/** Two groups of 16 bits as four decimal numbers. */
function dotted(groups: readonly string[]): string {
  return groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((value) => [value >> 8, value & 255])
    .join(".");
}
