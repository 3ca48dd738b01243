import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Proof } from '../../../gateway/ports/sign-in.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'

/** A service at which a sign-in was begun. */
export interface BegunAt {
  readonly id: number
  readonly name: string
}

/** What comes back with people from providers: says, readable for this instance alone, which sign-in they come from. */
export interface SignInStates {
  /** `binding`: what only the browser has that began it; null: whoever has the state may come back with it. */
  issue(service: BegunAt, binding: string | null): { readonly state: string; readonly proof: Proof }
  /** Serves once, in time, and only the browser that began it. Refuses everything else with 401. */
  redeem(state: string, binding: string | null): Promise<{ readonly service: BegunAt; readonly proof: Proof }>
}

interface Sealed extends Proof {
  readonly purpose: 'sign-in'
  readonly id: number
  readonly name: string
  /** Unix seconds. */
  readonly until: number
  /** Hashed. */
  readonly binding: string | null
}

/** Seconds in which people have to come back. */
const patience = 600
const longest = 2048

/**
 * Nothing is kept of sign-ins that never come back, so that strangers cannot fill anything. `useOnce`: false for a name that was
 * used before, on whatever node; it is forgotten after `until`, in unix seconds.
 */
export function createSignInStates(
  vault: Vault,
  clock: Clock,
  useOnce: (name: string, until: number) => Promise<boolean>,
): SignInStates {
  function read(state: string): Sealed {
    try {
      const sealed: unknown = state.length > longest ? null : JSON.parse(vault.open(state))
      if (isSealed(sealed)) return sealed
    } catch {
      // Anybody can send anything.
    }
    throw new Problem(401, 'This sign-in was not started here. Start again.')
  }

  return {
    issue({ id, name }, binding) {
      const proof: Proof = { verifier: secret(), nonce: secret() }
      const sealed: Sealed = {
        purpose: 'sign-in',
        id,
        name,
        until: Math.floor(clock() / 1000) + patience,
        binding: binding === null ? null : hashed(binding),
        ...proof,
      }
      return { state: vault.seal(JSON.stringify(sealed)), proof }
    },

    async redeem(state, binding) {
      const { id, name, verifier, nonce, until, binding: bound } = read(state)
      if (until * 1000 < clock()) throw new Problem(401, 'This sign-in took too long. Start again.')
      if (bound !== null && (binding === null || hashed(binding) !== bound)) {
        throw new Problem(401, 'This sign-in was started in another browser. Start again in this one.')
      }
      if (!(await useOnce(`sign-in ${hashed(nonce)}`, until))) {
        throw new Problem(401, 'This sign-in has already been used. Start again.')
      }
      return { service: { id, name }, proof: { verifier, nonce } }
    },
  }
}

const secret = () => randomBytes(32).toString('base64url')
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

function isSealed(value: unknown): value is Sealed {
  return (
    isRecord(value) &&
    value.purpose === 'sign-in' &&
    typeof value.id === 'number' &&
    typeof value.until === 'number' &&
    [value.name, value.verifier, value.nonce].every((text) => typeof text === 'string') &&
    (value.binding === null || typeof value.binding === 'string')
  )
}
