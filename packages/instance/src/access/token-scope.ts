import { allTabs } from '@millwright/contract/access/tabs'
import { configScopes, type TokenScope, tabsIn, tokenScopes } from '@millwright/contract/records/access-token'
import { requestorMask, verbMask } from '@millwright/contract/verbs'
import type { AccessTokenUse, Authority, Caller } from '../request/caller.ts'
import { compileRole } from './compile-role.ts'
import { type AccessQuestion, concernsOwnAccount, decide } from './decide.ts'
import { trimSlashes } from './rule-match.ts'
import { hasEveryTab, rowsOfTabs, type TabRow } from './tab-rules.ts'

/** The rights of a set of scopes, as those of someone else who has no more; `null`: every tab, which restricts nothing. */
export type ScopeRights = Authority | null

const nobody = { user: null, app: null, sysadmin: false, token: null, sentKey: false } as const
const configuration: TabRow = { service: 'system', component: 'config/*', verbMask: verbMask.GET | verbMask.POST }

/** Compiles scopes like the role of an administrator who is restricted to these tabs (docs/wire/access-tokens.md). */
export function rightsOfScopes(scopes: readonly TokenScope[]): ScopeRights {
  const tabs = tabsIn(scopes)
  if (hasEveryTab(tabs)) return null
  const asksConfig = configScopes.some((scope) => scope !== 'config:programs' && scopes.includes(scope))
  const rows = [...(tabs.length === 0 ? [] : rowsOfTabs(tabs)), ...(asksConfig ? [configuration] : [])]
  const role = compileRole(
    { id: 0, name: 'access token', is_active: 1 },
    rows.map(({ service, component, verbMask: verb_mask }) => ({
      id: 0,
      service_id: 0,
      service_name: service,
      component,
      verb_mask,
      requestor_mask: requestorMask.API | requestorMask.SCRIPT,
      filters: null,
      filter_op: 'AND',
    })),
  )
  // What it writes is attributed to no one, so that it never runs with more rights than those of the token.
  return { author: { userId: 0, appId: null }, caller: { ...nobody, role } }
}

/** The caller with the rights that both the owner of a token and its scopes have. */
export function callerWithToken(
  owner: Caller,
  rights: ScopeRights,
  use: Omit<AccessTokenUse, 'kind' | 'owner'>,
): Caller {
  const program = { kind: 'access token', ...use, owner } as const
  if (rights === null) return { ...owner, program }
  const { user } = owner
  return {
    ...owner,
    user: user === null ? null : { ...user, is_root_admin: false },
    role: owner.sysadmin ? rights.caller.role : owner.role,
    sysadmin: false,
    narrowedBy: [rights],
    program,
  }
}

/** The sentence of the 403 for a request that a token may not make: which scope is missing, or that its owner lacks the right. */
export function tokenRefusal(
  { caller: _, ...request }: AccessQuestion,
  { name, scopes }: Pick<AccessTokenUse, 'name' | 'scopes'>,
): string {
  const path = [request.service, trimSlashes(request.resource)].filter((part) => part !== '').join('/')
  const what = `${request.verb} of '${path}'`
  if (concernsOwnAccount(request))
    return `Access Forbidden. An access token cannot make ${what}, which concerns the account of its owner.`
  const allows = (some: readonly TokenScope[], resource = request.resource) => {
    const rights = rightsOfScopes(some)
    return rights === null || decide({ ...request, resource, caller: rights.caller }, []).allowed
  }
  if (allows(scopes)) return `Access Forbidden. ${what} is not allowed to the owner of the access token '${name}'.`
  const missing = tokenScopes.filter((scope) => allows([scope]))
  if (missing.length === 0)
    return `Access Forbidden. The access token '${name}' needs the scopes of all tabs for ${what}.`
  if (missing.length === allTabs.length)
    return `Access Forbidden. The access token '${name}' needs the scope of a tab for ${what}.`
  // Rather those for this part of a service than those for the whole of it.
  const narrow = missing.filter((scope) => !allows([scope], anotherResource))
  const named = (narrow.length > 0 ? narrow : missing).map((scope) => `'${scope}'`).join(' or ')
  return `Access Forbidden. The access token '${name}' lacks the scope ${named} for ${what}.`
}

/** No rule names it. */
const anotherResource = '\u0001'
