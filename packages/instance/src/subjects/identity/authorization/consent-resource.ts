import { invalid, Problem } from '@millwright/contract/problem'
import { type Consent, consentDays } from '@millwright/contract/records/connected-client'
import { rejectProgram } from '../../../access/required-rights.ts'
import type { Tokens } from '../../../gateway/parts.ts'
import { type McpScope, mcpScopes } from '../../../gateway/ports/mcp-endpoint.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { AccessRequest, ApiRequest } from '../../../request/api-request.ts'
import { assertNoRest, type Fields, fieldsOf, textIn, unsupported } from '../../../request/body.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import type { Directory, Person } from '../people/directory.ts'
import { isFound } from '../people/record-cache.ts'
import type { Throttle } from '../people/throttle.ts'
import type { Devices } from './devices.ts'
import type { Grants } from './grants.ts'
import type { NewGrant } from './new-grant.ts'
import type { OauthClients } from './oauth-clients.ts'
import { OauthProblem } from './oauth-problem.ts'
import { authorizationResponseUrl, destinationOf } from './redirect-address.ts'
import type { ConsentRequest, SealedRequests } from './sealed-requests.ts'
import { createFindMcpService, type McpService } from './server-metadata.ts'
import { typedUserCode } from './token-texts.ts'

interface ConsentParts {
  readonly services: Pick<Registry, 'find' | 'all'>
  readonly directory: Directory
  readonly tokens: Tokens
  readonly requests: SealedRequests
  readonly grants: Grants
  readonly devices: Devices
  /** Limits guesses of user codes. */
  readonly guesses: Throttle
  readonly clients: OauthClients
  /** Returns `false` if the name was used before. `until`: Unix seconds. */
  readonly useOnce: (name: string, until: number) => Promise<boolean>
}

/** `user/consent`: shows what a client requests to the person who is signed in, and accepts the decision (docs/wire/oauth.md). */
export function createConsentResource(parts: ConsentParts): SystemResource {
  const { services, directory, tokens, requests, grants, devices, guesses, clients, useOnce } = parts
  const findService = createFindMcpService(services)

  async function serviceOf(consentRequest: ConsentRequest): Promise<McpService> {
    const row = (await services.all()).find(({ id }) => id === consentRequest.service)
    const service = row === undefined ? null : await findService(row.name)
    if (service === null) throw new Problem(404, 'The service that this client asks for no longer exists.')
    return service
  }

  async function roleOf(person: Person, { endpoint: { appId } }: McpService): Promise<string | null> {
    const app = appId === null ? null : await directory.appById(appId)
    const role = await directory.roleOf(person, app?.value ?? null)
    return role?.value?.isActive === true ? role.value.name : null
  }

  /** Returns the request of the device that shows a code; wrong codes are rate limited. */
  async function requestOf(typed: string, person: Person, address: string): Promise<string> {
    const guess = await guesses.attempt(`person ${person.id}`, address)
    const userCode = typedUserCode(typed)
    const device = userCode === null ? null : await devices.shown(userCode)
    if (userCode === null || device === null) {
      throw new Problem(404, 'This code is no longer valid. Check it, or start again on your device.')
    }
    await guess.succeeded()
    const { id, scope, ...client } = device
    const scopes = mcpScopes.filter((each) => scope.split(' ').includes(each))
    return requests.seal({ ...client, scopes, by: { device: id, userCode } })
  }

  async function described(text: string, person: Person): Promise<Consent> {
    const { asked } = requests.open(text)
    const service = await serviceOf(asked)
    return {
      request: text,
      code: 'device' in asked.by ? asked.by.userCode : null,
      service: { name: service.name, label: service.label },
      client: {
        name: asked.clientName,
        destination: hostOf(asked),
        verified_by: asked.clientVerified && URL.canParse(asked.clientId) ? new URL(asked.clientId).host : null,
      },
      person: { name: person.user.name, email: person.email },
      administrator: person.sysadmin,
      role: person.sysadmin ? null : await roleOf(person, service),
      scopes: asked.scopes.filter((scope) => service.endpoint.scopes.includes(scope)),
      days: [...consentDays],
    }
  }

  async function decided(request: ApiRequest, person: Person): Promise<{ location: string | null }> {
    const fields = fieldsOf(request)
    const { asked, name, until } = requests.open(textIn(fields, 'request') ?? '')
    const service = await serviceOf(asked)
    const decision = textIn(fields, 'decision')
    if (decision !== 'allow' && decision !== 'deny') throw invalid({ decision: ['decision must be allow or deny.'] })
    const scopes = decision === 'allow' ? scopesIn(fields, asked, service) : []
    const days = decision === 'allow' ? daysIn(fields) : 0
    if (decision === 'allow' && !person.sysadmin && (await roleOf(person, service)) === null) {
      throw new Problem(403, 'You have no role that gives this client access here. Ask an administrator.')
    }
    if (!(await useOnce(name, until))) {
      throw new Problem(400, 'This request has already been answered. Connect again from your client.')
    }
    const { by } = asked
    if (decision === 'deny') {
      if ('device' in by) {
        await devices.deny(by.device)
        return { location: null }
      }
      return {
        location: authorizationResponseUrl(by, new OauthProblem('access_denied', 'The user denied the request.')),
      }
    }
    const proof = request.caller.token === null ? null : tokens.describe(request.caller.token)?.proof
    const grant: NewGrant = {
      service: service.id,
      user: person.id,
      client: { id: asked.clientId, name: asked.clientName, host: hostOf(asked) },
      scope: scopes.join(' '),
      generation: person.tokenGeneration,
      twoStep: proof?.twoStep === true,
      seconds: days * 86_400,
    }
    const code = 'device' in by ? null : await grants.begin(grant, by, request)
    if ('device' in by) await devices.allow(by.device, grant, request)
    await clients.used(asked.clientId)
    return { location: 'device' in by || code === null ? null : authorizationResponseUrl(by, code) }
  }

  return {
    name: 'consent',
    label: 'Consent',
    description: 'The access that a client of an MCP service asks for, and the answer.',
    singleton: true,
    keeps: 'people',
    readOnly: false,
    guard: (request) => void refuseOthers(request),
    async handle(request, rest) {
      assertNoRest(rest)
      const person = await directory.person(refuseOthers(request))
      if (!isFound(person)) throw new Problem(401, 'Unauthorized. There is no session.')
      if (request.verb === 'GET') {
        const { request: sealed = '', user_code: typed } = request.params
        const requestText = typed === undefined ? sealed : await requestOf(typed, person.value, request.address)
        return { status: 200, body: await described(requestText, person.value) }
      }
      if (request.verb !== 'POST') throw unsupported(request)
      return { status: 200, body: await decided(request, person.value) }
    },
  }
}

/** Throws unless the caller is a person with a session; returns the person's id. */
function refuseOthers({ caller, requestor }: AccessRequest): number {
  const { user, token } = caller
  if (user === null || token === null || requestor !== 'API')
    throw new Problem(401, 'Unauthorized. There is no session.')
  rejectProgram(caller)
  return user.id
}

/** Returns the destination of the response for display. */
const hostOf = ({ by }: ConsentRequest) => ('device' in by ? 'a device' : destinationOf(by.redirectUri))

/** Returns the requested scopes that the person allows; always includes reading. */
function scopesIn(fields: Fields, consentRequest: ConsentRequest, { endpoint }: McpService): readonly McpScope[] {
  const { scopes: sent } = fields
  const wanted: readonly unknown[] = Array.isArray(sent) ? sent : []
  const possible = consentRequest.scopes.filter((scope) => endpoint.scopes.includes(scope))
  if (wanted.some((each) => !possible.some((scope) => scope === each))) {
    throw invalid({ scopes: [`scopes must be a list of some of ${possible.join(', ')}.`] })
  }
  return possible.filter((scope) => scope === 'mcp:read' || wanted.includes(scope))
}

function daysIn({ days }: Fields): number {
  const found = consentDays.find((each) => each === days)
  if (found === undefined) throw invalid({ days: [`days must be one of ${consentDays.join(', ')}.`] })
  return found
}
