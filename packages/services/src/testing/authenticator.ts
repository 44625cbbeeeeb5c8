import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A passkey in software: answers WebAuthn options as a browser with a platform authenticator does. */
export class Authenticator {
  readonly credentialId = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #cose: Buffer;

  /** @param origin the page that the browser shows */
  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // A COSE map: key type 2 (EC2), algorithm -7 (ES256), curve 1 (P-256), x, y.
    this.#cose = Buffer.concat([
      Buffer.from("a50102032620012158", "hex"),
      Buffer.from([32]),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  /** The public key as the product keeps it. */
  get publicKey(): string {
    return this.#cose.toString("base64url");
  }

  /** Answers creation options. */
  create(challenge: string) {
    const id = this.credentialId;
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#cose]);
    const authData = Buffer.concat([this.#authData(FLAGS.attested), attested]);
    // A CBOR map of fmt "none", an empty attStmt and authData.
    const attestationObject = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746158", "hex"),
      Buffer.from([authData.length]),
      authData,
    ]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData("webauthn.create", challenge).toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** Answers request options. */
  get(challenge: string) {
    const clientData = this.#clientData("webauthn.get", challenge);
    const authData = this.#authData(0);
    const signed = Buffer.concat([authData, createHash("sha256").update(clientData).digest()]);
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, this.#privateKey).toString("base64url"),
        userHandle: undefined,
      },
    };
  }

  #credential() {
    const id = this.credentialId.toString("base64url");
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #authData(flags: number): Buffer {
    // Passkeys that are synchronised between devices do not count.
    const counter = Buffer.alloc(4);
    const rpIdHash = createHash("sha256").update(new URL(this.origin).hostname).digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags | FLAGS.present | FLAGS.verified]), counter]);
  }
}
