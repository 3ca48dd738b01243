import { createHash } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { Clock } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'

/** The names of requests that were sent to the provider, by which its answers are known; nothing is kept of them. */
export interface SamlRequests {
  /** `binding`: what only the browser has that was sent; null: whoever brings the answer may. */
  issue(binding: string | null): string
  /** Refuses with 401 what this service did not issue in the last quarter of an hour, or to another browser. */
  check(name: string, binding: string | null): void
}

/** Seconds in which people have to sign in at the provider. */
const patience = 900

export function createSamlRequests(service: number, vault: Vault, clock: Clock): SamlRequests {
  return {
    issue(binding) {
      const until = Math.floor(clock() / 1000) + patience
      const bound = binding === null ? '' : hashed(binding)
      // Names in XML do not begin with all that a sealed text may begin with.
      return `_${vault.seal(`saml ${service} ${until} ${bound}`)}`
    },
    check(name, binding) {
      const [purpose, id, until, bound] = read(name, vault).split(' ')
      if (purpose !== 'saml' || id !== String(service)) throw notBegun()
      if (Number(until) * 1000 < clock()) throw new Problem(401, 'This sign-in took too long. Start again.')
      if (bound !== '' && (binding === null || hashed(binding) !== bound)) {
        throw new Problem(401, 'This sign-in was started in another browser. Start again in this one.')
      }
    },
  }
}

function read(name: string, vault: Vault): string {
  try {
    return name.length > 500 ? '' : vault.open(name.slice(1))
  } catch {
    // Anybody can send anything.
    return ''
  }
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
const notBegun = () => new Problem(401, 'This sign-in was not started here. Start again.')
