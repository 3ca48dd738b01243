import { equalNode } from '@millwright/contract/filter/condition'
import { Problem } from '@millwright/contract/problem'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { AccessRequest, ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { assertNoRest, noRecords, oneRecord, readBody, readKey } from '../../../request/body.ts'
import { accessRequest } from '../../ground/models/access-models.ts'
import { app, appRecords } from '../../ground/models/app-model.ts'
import { personRecords, user } from '../../ground/models/person-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import { notFound } from '../../ground/system/reader.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import type { Throttle } from '../people/throttle.ts'
import { readAsked, readDecision } from './asked-access.ts'
import { type RequestBook, requestingSubject } from './request-book.ts'

const declaration: ResourceDeclaration = {
  name: 'access_request',
  label: 'Access Requests',
  description: 'Requests of people and apps for access beyond their roles, and what was granted for a time.',
  travels: 'people',
  declared: accessRequest,
  madeElsewhere: true,
  scope: { values: {} },
  relations: [
    { kind: 'belongsTo', name: 'user_by_user_id', column: 'user_id', target: user, readAt: personRecords },
    { kind: 'belongsTo', name: 'app_by_app_id', column: 'app_id', target: app, readAt: appRecords },
    { kind: 'belongsTo', name: 'service_by_service_id', column: 'service_id', target: service, readAt: serviceRecords },
  ],
}

interface RequestParts {
  readonly book: RequestBook
  /** Counts requests that name no service, so that names cannot be tried out. */
  readonly serviceNames: Throttle
  /** Notifies those who decide of new requests, after the response. */
  readonly tell: (ids: readonly number[], request: ApiRequest) => void
}

/** `system/access_request`: everyone asks for themselves; those whose role allows it decide (docs/wire/access-requests.md). */
export function createAccessRequestResource(parts: Parts, { book, serviceNames, tell }: RequestParts): SystemResource {
  const { db } = parts.store
  const stored = createResource(declaration, parts)

  async function isOwn({ caller }: ApiRequest, id: number): Promise<boolean> {
    const row = await db
      .selectFrom('access_request')
      .select(['user_id', 'app_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    const own = requestingSubject(caller)
    return row !== undefined && own !== null && row[own.column] === own.id
  }

  async function read(request: ApiRequest, rest: readonly string[]): Promise<ApiResponse> {
    await book.sweep()
    if (mayByRole(request)) return stored.handle(request, rest)
    const own = requestingSubject(request.caller)
    if (own === null) throw accessProblem(request)
    const [id] = rest
    if (id !== undefined && !(await isOwn(request, idIn(id)))) throw notFound(id)
    return stored.handle({ ...request, within: equalNode({ [own.column]: own.id }) }, rest)
  }

  async function ask(request: ApiRequest): Promise<ApiResponse> {
    const newRequests = readBody(request.payload).records.map(readAsked)
    if (newRequests.length === 0) throw noRecords()
    await book.sweep()
    const ids = await countUnknown(request, () => book.ask(newRequests, request))
    tell(ids, request)
    return { status: 201, body: { resource: ids.map((id) => ({ id, status: 'pending' })) } }
  }

  /** Known services are refused as well once too many were unknown. */
  async function countUnknown<T>(request: ApiRequest, work: () => Promise<T>): Promise<T> {
    const own = requestingSubject(request.caller)
    if (own === null) return work()
    const attempt = await serviceNames.attempt(`${own.column} ${own.id}`, request.address)
    let isUnknown = false
    try {
      return await work()
    } catch (error) {
      isUnknown = error instanceof Problem && error.status === 404
      throw error
    } finally {
      if (!isUnknown) await attempt.takeBack()
    }
  }

  async function change(request: ApiRequest, id: number): Promise<ApiResponse> {
    const decision = readDecision(oneRecord(readBody(request.payload)), parts.clock())
    const isWithdrawal = decision.status === 'expired' && (await isOwn(request, id))
    if (!isWithdrawal && !mayByRole({ ...request, verb: 'PATCH' })) throw accessProblem(request)
    await book.sweep()
    await book.decide(id, decision, request)
    return { status: 200, body: { id } }
  }

  return {
    ...stored,
    guard(request) {
      if (!mayByRole(request) && requestingSubject(request.caller) === null) throw accessProblem(request)
    },
    async handle(request, rest) {
      if (request.verb === 'GET') return read(request, rest)
      const [id, ...more] = rest
      assertNoRest(more)
      if (request.verb === 'POST' && id === undefined) return ask(request)
      if ((request.verb === 'PATCH' || request.verb === 'PUT') && id !== undefined) return change(request, idIn(id))
      throw new Problem(
        400,
        `${request.verb} is not supported on 'access_request'${id === undefined ? ' without an identifier' : ''}.`,
      )
    },
  }
}

const mayByRole = (request: AccessRequest) => decide(request, []).allowed

function idIn(text: string): number {
  const id = readKey(text, 'number')
  if (typeof id !== 'number') throw notFound(text)
  return id
}
