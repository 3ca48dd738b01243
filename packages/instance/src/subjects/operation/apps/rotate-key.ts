import { randomBytes } from 'node:crypto'
import { invalid, Problem } from '@millwright/contract/problem'
import { longestOverlap } from '@millwright/contract/records/app'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import { isoMicros } from '../../../platform/clock.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { AccessRequest, ApiRequest, Params } from '../../../request/api-request.ts'
import { oneRecord, readBody } from '../../../request/body.ts'
import { flag, text } from '../../../request/params.ts'
import type { Store } from '../../../store/store.ts'
import type { Aftermath, SystemResource } from '../../ground/system/resource.ts'

const hour = 3_600_000

/** Whether a request replaces a key, with a time in which both work (docs/wire/records.md). */
export const isRotation = ({ params }: Pick<ApiRequest, 'params'>): boolean => flag(params, 'rotate')

/** For how long the replaced key works, in milliseconds. Throws a 422 for times that are not allowed. */
export function overlapOf(params: Params): number {
  const hours = text(params, 'overlap') ?? String(longestOverlap)
  const isTime = /^\d{1,3}(?:\.\d{1,6})?$/.test(hours) && Number(hours) <= longestOverlap
  if (!isTime) throw invalid({ overlap: [`overlap must be hours from 0 to ${longestOverlap}.`] })
  return Math.round(Number(hours) * hour)
}

/** What a rotation stores: a new key, which only its response shows, and the end of the one before. */
export function rotatedKey({ api_key, expires_at }: Readonly<Row>, overlap: number, now: number): Row {
  if (typeof expires_at === 'string' && Date.parse(expires_at) <= now) {
    throw new Problem(409, 'The key has ended. Set a later expires_at first, or regenerate the key.')
  }
  return {
    api_key: newApiKey(),
    key_hidden: 1,
    last_used_date: null,
    previous_key: overlap === 0 ? null : api_key,
    previous_key_until: overlap === 0 ? null : isoMicros(now + overlap),
  }
}

/** What a new key without an overlap stores. */
export const onlyKey = (api_key: unknown): Row => ({
  api_key,
  key_hidden: 0,
  previous_key: null,
  previous_key_until: null,
})

export function newApiKey(): string {
  return randomBytes(32).toString('hex')
}

/** The new keys, for the response to a rotation. */
export async function shownOnce({ db }: Pick<Store, 'db'>, ids: readonly Key[]): Promise<Aftermath> {
  const rows = await db
    .selectFrom('app')
    .select(['id', 'api_key', 'previous_key_until'])
    .where('id', 'in', [...ids.map(Number), 0])
    .execute()
  return { additions: new Map(rows.map(({ id, ...shown }) => [id, shown])), changed: false }
}

/**
 * Lets a key replace itself, if its app says so: `PUT app/{id}?rotate=true` with nothing but the key. `POST` of a rotation is read as `PATCH`.
 */
export function withRotation(apps: SystemResource, { db }: Pick<Store, 'db'>): SystemResource {
  async function rotatesItself({ id, api_key }: NonNullable<ApiRequest['caller']['app']>): Promise<boolean> {
    const row = await db.selectFrom('app').select(['api_key', 'self_rotate']).where('id', '=', id).executeTakeFirst()
    return row?.self_rotate === 1 && row.api_key === api_key
  }

  return {
    ...apps,
    guard(request, rest) {
      if (mayByRole(request) || isOwnKey(request, rest)) return apps.guard?.(request, rest)
      throw accessProblem(request)
    },
    async handle(request, rest) {
      const { app } = request.caller
      const rotates = isRotation(request) && (request.verb === 'POST' || request.verb === 'PUT') && rest.length === 1
      const asked: ApiRequest = rotates ? { ...request, verb: 'PATCH' } : request
      if (mayByRole(asked)) return apps.handle(asked, rest)
      if (!rotates || !isOwnKey(request, rest) || app === null || !(await rotatesItself(app))) {
        throw accessProblem(request)
      }
      if (Object.keys(oneRecord(readBody(request.payload))).length > 0) {
        throw new Problem(403, 'Access Forbidden. A key that replaces itself can change nothing else.')
      }
      const { rotate = 'true', overlap } = request.params
      return apps.handle({ ...asked, params: { rotate, ...(overlap === undefined ? {} : { overlap }) } }, rest)
    },
  }
}

const mayByRole = (request: AccessRequest) => decide(request, []).allowed

function isOwnKey({ caller, verb }: AccessRequest, rest: readonly string[]): boolean {
  const isAlone = caller.user === null && caller.narrowedBy === undefined && caller.program === undefined
  return isAlone && caller.app !== null && rest.length === 1 && rest[0] === String(caller.app.id) && verb !== 'DELETE'
}
