import { randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Clock } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { Revocations } from '../revocations.ts'

/** The purpose of a challenge, which cannot be used for another. */
export type ChallengePurpose = 'sign-in' | 'passkey-sign-in' | 'new-code' | 'new-passkey'

/** The data that the instance needs for verification. The client stores it in encrypted form. */
export interface ChallengeContent {
  readonly purpose: ChallengePurpose
  /** `null` if any owner of a passkey may respond. */
  readonly user: number | null
  /** The person's token generation: a challenge ends with their sessions. */
  readonly generation: number
  readonly forever: boolean
  /** Key of a new authenticator app, in Base32. */
  readonly secret?: string
  /** Signed by a passkey, in Base64url. */
  readonly nonce?: string
}

export interface Challenges {
  /** `seconds`: how long it is valid. */
  issue(content: ChallengeContent, seconds: number): string
  /** Throws if the challenge is altered, expired, used or has another purpose: a 401 at login, otherwise a 400, as the session is valid. */
  open(text: string, ...purposes: readonly ChallengePurpose[]): Promise<OpenChallenge>
}

export interface OpenChallenge extends ChallengeContent {
  /** Unix time in seconds. */
  readonly until: number
  /** Throws the same error for a second use. */
  use(): Promise<void>
}

interface Sealed extends ChallengeContent {
  readonly id: string
  /** Unix time in seconds. */
  readonly until: number
}

const longest = 4096

/** Stores nothing about a challenge until it is used, as anonymous callers can request any number of them. */
export function createChallenges(vault: Vault, clock: Clock, revocations: Revocations): Challenges {
  const now = () => Math.floor(clock() / 1000)

  function unsealed(text: string): Sealed | null {
    if (text.length > longest) return null
    try {
      const content: unknown = JSON.parse(vault.open(text))
      return isSealed(content) ? content : null
    } catch {
      return null
    }
  }

  return {
    issue(content, seconds) {
      const sealed: Sealed = { ...content, id: randomBytes(16).toString('base64url'), until: now() + seconds }
      return vault.seal(JSON.stringify(sealed))
    },
    async open(text, ...purposes) {
      const status = purposes.some((purpose) => purpose.startsWith('new-')) ? 400 : 401
      const found = unsealed(text)
      const known = found !== null && purposes.includes(found.purpose) && found.until > now()
      if (!known || (await revocations.has(found.id))) throw expired(status)
      return {
        ...found,
        async use() {
          if (!(await revocations.add(found.id, found.until))) throw expired(status)
        },
      }
    },
  }
}

/** The challenge in the error of a login, or `null` if it contains none. */
export function challengeIn(refusal: unknown): string | null {
  const context = refusal instanceof Problem ? refusal.context : null
  const step = isRecord(context) ? context.two_step : null
  return isRecord(step) && typeof step.challenge === 'string' ? step.challenge : null
}

/** The vault encrypts other things too. */
function isSealed(value: unknown): value is Sealed {
  return (
    isRecord(value) &&
    typeof value.purpose === 'string' &&
    typeof value.id === 'string' &&
    typeof value.until === 'number' &&
    typeof value.generation === 'number' &&
    typeof value.forever === 'boolean' &&
    (value.user === null || typeof value.user === 'number')
  )
}

const expired = (status: 400 | 401) =>
  new Problem(status, 'This has taken too long, or is already finished. Start again.')
