import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Semaphore } from '@millwright/connector/semaphore'
import type { Passwords } from '../../../gateway/parts.ts'
import { type HashCost, type PasswordHash, readHash, writeHash } from './phc.ts'
import { tooManySignIns } from './too-many-sign-ins.ts'

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
