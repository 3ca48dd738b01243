import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Options with which a page creates or uses a passkey. */
interface Options {
  readonly challenge: string
}

interface Signing {
  readonly origin: string
  /** Whether the authenticator has verified the person. */
  readonly verified?: boolean
  /** Whether a person touched it. Default: true. */
  readonly present?: boolean
  /** The host that the authenticator signs for. Default: the host of the origin. */
  readonly host?: string
  /** Operation in the client data. Default: `webauthn.get` or `webauthn.create`. */
  readonly type?: string
  readonly counter?: number
}

/** An authenticator with one ES256 key, with the interface of a browser. */
export interface TestPasskey {
  create(options: Options, signing: Signing): object
  get(options: Options, signing: Signing): object
}

export function testPasskey(): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  // A COSE key: kty 2, alg -7, crv 1, x, y.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ])

  const answer = (response: object) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

  return {
    create({ challenge }, signing) {
      const length = Buffer.from([0, credential.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, cose])
      const data = Buffer.concat([authenticatorData(signing, 0x40), attested])
      const head = Buffer.from([0xa3, ...text('fmt'), ...text('none'), ...text('attStmt'), 0xa0, ...text('authData')])
      const attestationObject = Buffer.concat([head, Buffer.from([0x58, data.length]), data]).toString('base64url')
      const clientDataJSON = clientData('webauthn.create', challenge, signing).toString('base64url')
      return answer({ attestationObject, clientDataJSON, transports: ['internal'] })
    },
    get({ challenge }, signing) {
      const data = authenticatorData(signing, 0)
      const client = clientData('webauthn.get', challenge, signing)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return answer({
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
  }
}

/** A short text in CBOR. */
const text = (value: string) => [0x60 + value.length, ...Buffer.from(value)]

function clientData(usual: string, challenge: string, { origin, type = usual }: Signing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function authenticatorData(signing: Signing, flags: number): Buffer {
  const { origin, verified = true, present = true, counter = 0 } = signing
  const host = createHash('sha256')
    .update(signing.host ?? new URL(origin).hostname)
    .digest()
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([host, Buffer.from([flags | (present ? 0x01 : 0) | (verified ? 0x04 : 0)]), count])
}
