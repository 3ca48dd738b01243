/** The parameters of Argon2id. Memory is in KiB. */
export interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly lanes: number
}

export interface PasswordHash extends HashCost {
  readonly salt: Buffer
  readonly tag: Buffer
}

const form = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

/** 1 GiB. Prevents imported hashes from exhausting the machine's memory. */
const maxMemory = 1_048_576

/** `$argon2id$v=19$m=32768,t=2,p=1$salt$tag`, with Base64 without padding. */
export function writeHash({ memory, passes, lanes, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`
}

/** Returns `null` for any other text. */
export function readHash(text: string): PasswordHash | null {
  const [, memory, passes, lanes, salt, tag] = form.exec(text) ?? []
  if (salt === undefined || tag === undefined || Number(memory) > maxMemory) return null
  return {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
