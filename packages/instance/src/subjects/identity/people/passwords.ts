import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import type { Passwords } from '../../../gateway/parts.ts'

/** 50 to 100 ms and 32 MiB on one core of a small server, above the OWASP recommendation. */
const serverCost: HashCost = { memory: 32_768, passes: 2, lanes: 1 }

const saltBytes = 16
const tagBytes = 32
/** Leaves one core for other requests, and two of the four threads in the Node.js pool for file and DNS operations. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
/** A few seconds of work. */
const mayWait = 100

const run = promisify(argon2)

/** Argon2id. Lower costs are for tests. Hashes of other costs stay valid, and count as outdated if theirs is lower. */
export function createPasswords(cost: HashCost = serverCost): Passwords {
  const queue = new Semaphore({ width: atOnce, depth: mayWait, refusal: tooManySignIns })
  const nobody: PasswordHash = { ...cost, salt: randomBytes(saltBytes), tag: Buffer.alloc(tagBytes) }

  const compute = (plain: string, { memory, passes, lanes, salt, tag }: PasswordHash) =>
    queue.run(() =>
      run('argon2id', { message: plain, nonce: salt, parallelism: lanes, tagLength: tag.length, memory, passes }),
    )

  return {
    async hash(plain) {
      const fresh = { ...nobody, salt: randomBytes(saltBytes) }
      return writeHash({ ...fresh, tag: await compute(plain, fresh) })
    },
    async verify(plain, hash) {
      const stored = hash === null ? null : readHash(hash)
      const tag = await compute(plain, stored ?? nobody)
      return timingSafeEqual(tag, (stored ?? nobody).tag) && stored !== null
    },
    outdated(hash) {
      const stored = readHash(hash)
      return stored === null || stored.memory < cost.memory || stored.passes < cost.passes
    },
  }
}

/** The error when a queue of expensive sign-in work is full, so that a flood of it uses up neither threads nor memory. */
export function tooManySignIns(): Problem {
  return new Problem(429, 'Too many people are signing in at this moment. Try again.', {
    headers: { 'Retry-After': '1' },
  })
}

/** The parameters of Argon2id. Memory is in KiB. */
interface HashCost {
  readonly memory: number
  readonly passes: number
  readonly lanes: number
}

interface PasswordHash extends HashCost {
  readonly salt: Buffer
  readonly tag: Buffer
}

const form = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/

/** 1 GiB in 4 passes, the most that libraries recommend. Prevents imported hashes from exhausting the machine. */
const maxMemory = 1_048_576
const maxWork = 4 * maxMemory
/** KiB that the algorithm needs for each lane. */
const leastPerLane = 8

/** `$argon2id$v=19$m=32768,t=2,p=1$salt$tag`, with Base64 without padding. */
function writeHash({ memory, passes, lanes, salt, tag }: PasswordHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`
}

/** Returns `null` for any other text, and for a cost that no library recommends. */
export function readHash(text: string): PasswordHash | null {
  const parts = form.exec(text)
  if (parts === null) return null
  const [memory = 0, passes = 0, lanes = 0] = parts.slice(1, 4).map(Number)
  const [salt = '', tag = ''] = parts.slice(4)
  if (passes < 1 || lanes < 1 || memory < leastPerLane * lanes) return null
  if (memory > maxMemory || memory * passes > maxWork) return null
  return {
    memory,
    passes,
    lanes,
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
