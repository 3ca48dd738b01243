import { Problem } from '@millwright/contract/problem'
import type { Requestor, Verb } from '@millwright/contract/verbs'
import { verbsOf } from '@millwright/contract/verbs'
import type { AccessExplanation, DecidedBy } from '@millwright/contract/wire/access-explanation'
import { decide, narrowedCaller } from '../../../access/decide.ts'
import { type Explanation, explain } from '../../../access/explain.ts'
import { rowFilters, writesHiddenRows } from '../../../access/row-filter.ts'
import { admit, publicEndpointsOf } from '../../../gateway/admit.ts'
import type { Authorities } from '../../../gateway/parts.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import type { ComposedCall } from '../../../gateway/service.ts'
import { ignoresSession } from '../../../request/call.ts'
import type { Authority, Caller, CallerUser } from '../../../request/caller.ts'
import { noRole } from '../../../request/compiled-role.ts'
import { isSpec } from '../../ground/docs/docs.ts'
import type { Impersonate, Impersonated, ImpersonatedCaller } from '../../identity/people/caller-of.ts'
import { compileDraft, type DraftRole, type FindAuthorAuthority, type MadeBy } from './assumed-rights.ts'
import { consideredRule, explainSteps } from './explained-endpoint.ts'

/** A hypothetical request. `service` is in lower case, `resource` without leading and trailing slashes. */
export interface HypotheticalCall extends Omit<Impersonated, 'ignoresSession'>, MadeBy {
  readonly verb: Verb
  readonly service: string
  readonly resource: string
  readonly requestor: Requestor
  /** The unsaved role that replaces the caller's, or `null` to use the caller's. */
  readonly draft: DraftRole | null
  /** The caller of the explanation, who sees only the details of people that they may read. */
  readonly asker: Caller
}

export type ExplainCall = (hypotheticalCall: HypotheticalCall) => Promise<AccessExplanation>

/**
 * Predicts whether a request would be allowed, and why, through the same code as real requests: credentials, gateway and
 * resource guards. The service's own response to an allowed request is not predicted.
 */
export function createExplainCall(
  impersonate: Impersonate,
  registry: Pick<Registry, 'find' | 'presentName' | 'all'>,
  authorityBehind: FindAuthorAuthority,
  authorities: Authorities,
): ExplainCall {
  return async (question) => {
    const scenario = { ...question, service: await registry.presentName(question.service) }
    const found = await impersonate({ ...scenario, ignoresSession: ignoresSession(scenario) })
    const impersonated = scenario.draft === null ? found : await withDraftRole(found, scenario.draft)
    const { verb, service, resource, requestor, asker } = scenario
    const author = await authorityBehind(scenario)
    const request = { verb, service, resource, requestor, caller: narrowedCaller(impersonated.caller, author) }
    const registered = service === '' ? null : await registry.find(service)
    const endpoints = () => (service === '' ? listOfServices : publicEndpointsOf(registered))
    const explained = explain(request, endpoints())
    const callerMay = author === null || decide({ ...request, caller: impersonated.caller }, endpoints()).allowed
    const verdict = await judge()
    const composed = verdict.allowed ? await registered?.service.composed?.(request) : null
    const endpoint = composed ? await endpointOf(composed) : null
    // Steps, and the message of a refused one, name services and tables that endpoints keep to those who may read them.
    const showsSteps = mayReadAll('custom_api_endpoint', asker)
    const [filter = null] = rowFilters(request.caller, request)
    const alone = author === null ? null : decide({ ...request, caller: author.caller }, endpoints())
    return {
      ...verdict,
      ...(endpoint?.refused ? { ...endpoint.refused, allowed: false, decided_by: 'step' as const } : {}),
      ...(endpoint?.refused && !showsSteps ? { message: null } : {}),
      allowed_verbs: verbsOf(explained.mask),
      considered: explained.considered.map(consideredRule),
      row_filter: filter === null ? null : { filters: [...filter.filters], filter_op: filter.op },
      ...(filter?.also === undefined
        ? {}
        : { granted_rows: filter.also.map(({ filters, op }) => ({ filters: [...filters], filter_op: op })) }),
      writes_hidden_rows: explained.allowed && writesHiddenRows(request.caller, request),
      author: author === null ? null : authorOf(author, alone?.allowed === true, asker),
      ...describe(impersonated, registered, asker, scenario.draft !== null),
      ...(endpoint === null || !showsSteps ? {} : { endpoint: endpoint.shown }),
    }

    async function endpointOf(call: ComposedCall) {
      const by = await authorities(call.author)
      const { steps, refused } = await explainSteps(call, request, by, registry.find)
      const { method, path } = call
      const { id, name } = by === null ? { id: null, name: null } : authorOf(by, true, asker)
      return { refused, shown: { method, path, author: by === null ? null : { id, name }, steps } }
    }

    async function judge(): Promise<Verdict> {
      if (impersonated.refused !== null) return refused(impersonated.refused.by, impersonated.refused.problem)
      try {
        if (service === '') return listVerdict(verb)
        const { service: admitted } = admit(request, registered)
        if (!isSpec(request)) await admitted.guard?.(request)
        return { allowed: true, status: null, message: null, decided_by: allowedBy(explained) }
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const isAuthors = callerMay && author !== null && !explained.allowed
        return refused(isAuthors ? 'author' : refusedBy(explained, impersonated.caller, registered, error), error)
      }
    }
  }

  /** Gives the caller the draft as their only role. Without a person, the caller is an arbitrary signed-in one. */
  async function withDraftRole(found: ImpersonatedCaller, draft: DraftRole): Promise<ImpersonatedCaller> {
    const names = new Map((await registry.all()).map(({ id, name }) => [id, name]))
    const role = compileDraft(draft, names)
    const user = found.caller.user ?? somebody
    return { ...found, caller: { ...found.caller, role, user, sysadmin: false, sentKey: true } }
  }
}

const somebody: CallerUser = {
  id: 0,
  name: '',
  username: null,
  first_name: null,
  last_name: null,
  email: '',
  is_sys_admin: false,
  is_root_admin: false,
  last_login_date: null,
  default_app_id: null,
}

type Verdict = Pick<AccessExplanation, 'allowed' | 'status' | 'message' | 'decided_by'>

/** The list of services belongs to no service and is public. */
const listOfServices = [{ path: '', verbs: ['GET'] }] as const

function listVerdict(verb: Verb): Verdict {
  if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on the list of services.`)
  return { allowed: true, status: null, message: null, decided_by: 'public' }
}

function refused(decided_by: DecidedBy, { status, message }: Problem): Verdict {
  return { allowed: false, status, message, decided_by }
}

function allowedBy({ tier }: Explanation): DecidedBy {
  return tier === 'sysadmin' || tier === 'public' ? tier : 'rules'
}

function refusedBy(
  { allowed, tier }: Explanation,
  caller: Caller,
  registered: Registered | null,
  { status }: Problem,
): DecidedBy {
  if (allowed) return registered?.row.isActive && status !== 503 ? 'resource' : 'service'
  if (caller.role === null) return caller.sentKey && caller.user !== null ? 'role' : 'credentials'
  if (!caller.role.isActive) return 'role'
  return tier === null ? 'no_rule' : 'rules'
}

function mayReadAll(resource: string, caller: Caller): boolean {
  return decide({ verb: 'GET', service: 'system', resource, requestor: 'API', caller }, []).allowed
}

/** Name and email address of a person, as far as the asker may read them. */
function readableIdentity(
  user: CallerUser,
  email: string,
  asker: Caller,
): { name: string | null; email: string | null } {
  const mayRead = asker.sysadmin || asker.user?.id === user.id || (!user.is_sys_admin && mayReadAll('user', asker))
  return mayRead ? { name: user.name, email } : { name: null, email: null }
}

function authorOf(
  { author, caller }: Authority,
  allowed: boolean,
  asker: Caller,
): NonNullable<AccessExplanation['author']> {
  const { user } = caller
  const name = user === null ? null : readableIdentity(user, user.email, asker).name
  return { id: author.userId === 0 ? null : author.userId, name, allowed }
}

function describe(
  { person, app, caller: { role } }: ImpersonatedCaller,
  registered: Registered | null,
  asker: Caller,
  isDraft: boolean,
): Pick<AccessExplanation, 'role' | 'app' | 'user' | 'service'> {
  return {
    role:
      role === null || role.name === noRole.name
        ? null
        : {
            id: role.id,
            name: role.name,
            is_active: role.isActive,
            given_by: isDraft ? 'draft' : app !== null && person?.roles.get(app.id) === role.id ? 'user' : 'app',
          },
    app: app === null ? null : { id: app.id, name: app.name, is_active: app.isActive },
    user:
      person === null
        ? null
        : {
            id: person.id,
            ...readableIdentity(person.user, person.email, asker),
            is_active: person.isActive,
            is_sys_admin: person.user.is_sys_admin,
          },
    service:
      registered === null
        ? null
        : {
            id: registered.row.id,
            name: registered.row.name,
            type: registered.row.type,
            is_active: registered.row.isActive,
          },
  }
}
