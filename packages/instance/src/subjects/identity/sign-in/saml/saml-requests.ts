import { createHash } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { Clock } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'

/** Stateless ids of requests to the provider, by which its responses are recognized. */
export interface SamlRequests {
  /** `binding`: secret of the browser that was redirected; `null`: any browser may return the response. */
  issue(binding: string | null): string
  /** Throws a 401 for ids that this service did not issue within the last 15 minutes, or issued to another browser. */
  check(name: string, binding: string | null): void
}

/** Seconds in which people have to sign in at the provider. */
const patience = 900

export function createSamlRequests(service: number, vault: Vault, clock: Clock): SamlRequests {
  return {
    issue(binding) {
      const until = Math.floor(clock() / 1000) + patience
      const bound = binding === null ? '' : hashed(binding)
      // XML ids cannot begin with every character of an encrypted text, hence the prefix.
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
    // The id is untrusted input.
    return ''
  }
}

const hashed = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)
const notBegun = () => new Problem(401, 'This sign-in was not started here. Start again.')
