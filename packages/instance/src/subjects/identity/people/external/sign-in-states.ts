import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Proof } from '../../../../gateway/ports/sign-in.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'

/** The service at which a sign-in was started. */
export interface BegunAt {
  readonly id: number
  readonly name: string
}

/** The `state` parameter of sign-ins at providers, encrypted so that only this instance can read it. */
export interface SignInStates {
  /** `binding`: a secret of the browser that started the sign-in, or `null` if any browser may return with the state. */
  issue(service: BegunAt, binding: string | null): { readonly state: string; readonly proof: Proof }
  /** Accepts a state once, in time, and only from the browser that started it. Throws a 401 otherwise. */
  redeem(state: string, binding: string | null): Promise<{ readonly service: BegunAt; readonly proof: Proof }>
}

interface Sealed extends Proof {
  readonly purpose: 'sign-in'
  readonly id: number
  readonly name: string
  /** Unix time in seconds. */
  readonly until: number
  /** Hashed. */
  readonly binding: string | null
}

/** Seconds within which people must return. */
const patience = 600
const longest = 2048

/**
 * Stores nothing about sign-ins in progress, so that anonymous callers cannot fill the store. `useOnce` returns false for a
 * name that was used before on any node; it is forgotten after `until`, a Unix time in seconds.
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
      // The state is untrusted input.
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
