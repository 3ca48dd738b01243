import type { McpAccess, McpScope } from '../../../gateway/ports/mcp-access.ts'
import { mcpScopes } from '../../../gateway/ports/mcp-access.ts'
import type { Background } from '../../../platform/background.ts'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Store } from '../../../store/store.ts'
import { appRefusal, callerOf } from '../people/caller-of.ts'
import type { Directory } from '../people/directory.ts'
import { isFound } from '../people/record-cache.ts'
import type { Grant, Grants } from './grants.ts'
import type { FindMcpService } from './mcp-services.ts'
import { OauthProblem } from './oauth-problem.ts'
import { endedSentence, isStillGood } from './token-endpoint.ts'
import { isToken } from './token-texts.ts'

/** A cached access token. */
interface Known {
  readonly grant: Grant
  /** Unix seconds. */
  readonly expires: number
  /** When its last use was recorded, in milliseconds. */
  noted: number
}

interface TokenParts {
  readonly store: Pick<Store, 'changes'>
  readonly clock: Clock
  readonly background: Background
  readonly directory: Directory
  readonly grants: Grants
  readonly findService: FindMcpService
}

const most = 10_000
/** Milliseconds between recorded uses, so that not every call writes its grant. */
const granularity = 60_000

/** Verifies access tokens at the services they were issued for. Results are cached until any access is revoked. */
export function createMcpAccess({ store, clock, background, directory, grants, findService }: TokenParts): McpAccess {
  const known = createLruCache<string, Known>(most)
  store.changes.subscribe(({ table }) => {
    if (table === 'oauth_grant' || table === 'service' || table === 'setting') known.clear()
  })

  async function find(token: string): Promise<Known> {
    const before = known.get(token)
    if (before !== undefined) return before
    const found = await grants.ofAccessToken(token)
    if (found === null) throw badToken('This access token is not valid, or no longer valid.')
    const fresh = { ...found, noted: 0 }
    known.set(token, fresh)
    return fresh
  }

  function noteUse(found: Known): void {
    if (clock() - found.noted < granularity) return
    found.noted = clock()
    background.start(`Use of connected client ${found.grant.id}`, () => grants.noteUse(found.grant.id))
  }

  return {
    async verify(token, { id, name }) {
      if (!isToken('access', token)) return null
      const found = await find(token)
      const { grant, expires } = found
      if (grant.service !== id) throw badToken('This access token was issued for another service.')
      if (expires * 1000 <= clock()) throw badToken('This access token has expired.')
      const person = await directory.person(grant.user)
      if (!isFound(person) || !isStillGood(grant, person.value)) throw badToken(endedSentence)
      const service = await findService(name)
      const app = service?.endpoint.appId == null ? null : await directory.appById(service.endpoint.appId)
      const refused = appRefusal(app?.value ?? null, clock())
      if (refused !== null) throw refused
      const role = await directory.roleOf(person.value, app?.value ?? null)
      noteUse(found)
      return {
        caller: callerOf(person.value, app?.value ?? null, role?.value ?? null, null, null),
        scopes: scopesOf(grant),
        clientName: grant.clientName,
      }
    },
  }
}

function scopesOf({ scope }: Grant): ReadonlySet<McpScope> {
  const names = scope.split(' ')
  return new Set(mcpScopes.filter((each) => names.includes(each)))
}

const badToken = (sentence: string) => new OauthProblem('invalid_token', sentence, { status: 401 })
