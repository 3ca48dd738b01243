import { randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Clock } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { Revocations } from '../revocations.ts'

/** What a challenge is for: one cannot be used for another. */
export type ChallengePurpose = 'sign-in' | 'passkey-sign-in' | 'new-code' | 'new-passkey'

/** What the instance wants to know when the proof comes; the client carries it, sealed. */
export interface ChallengeContent {
  readonly purpose: ChallengePurpose
  /** Null: whoever the passkey belongs to. */
  readonly user: number | null
  /** The person's token generation: a challenge ends with their sessions. */
  readonly generation: number
  readonly forever: boolean
  /** Of a new app for codes; Base32. */
  readonly secret?: string
  /** What a passkey signs; Base64url. */
  readonly nonce?: string
}

export interface Challenges {
  /** `seconds`: how long it can be answered. */
  issue(content: ChallengeContent, seconds: number): string
  /** Refuses what is altered, expired, used or of another purpose: with 401 at log-in, else with 400, as the session is right. */
  open(text: string, ...purposes: readonly ChallengePurpose[]): Promise<OpenChallenge>
}

export interface OpenChallenge extends ChallengeContent {
  /** Unix seconds. */
  readonly until: number
  /** Refuses in the same way who comes second. */
  use(): Promise<void>
}

interface Sealed extends ChallengeContent {
  readonly id: string
  /** Unix seconds. */
  readonly until: number
}

const longest = 4096

/** Nothing is kept for a challenge until it is used: anybody may ask for as many as they like. */
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

/** The challenge that a refused log-in asks to be answered; null when it asks for nothing. */
export function challengeIn(refusal: unknown): string | null {
  const context = refusal instanceof Problem ? refusal.context : null
  const asked = isRecord(context) ? context.two_step : null
  return isRecord(asked) && typeof asked.challenge === 'string' ? asked.challenge : null
}

/** The vault seals other things too. */
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
