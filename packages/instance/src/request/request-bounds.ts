import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Config } from '../platform/settings/config.ts'
import { type SettingName, settings } from '../platform/settings/settings.ts'
import type { ApiRequest } from './api-request.ts'
import { isListParam, itemsIn } from './params.ts'

export type RequestBounds = Config['bounds']

/**
 * Throws 400 for a request with more ids, records or names than one request may have (docs/wire/requests.md), before any of them is
 * looked at. What each service accepts may be less.
 */
export function checkBounds(
  bounds: RequestBounds,
  { verb, params, payload }: Pick<ApiRequest, 'verb' | 'params' | 'payload'>,
): void {
  for (const name in params) checkList(bounds, name, params[name])
  if (Array.isArray(payload)) checkRecords(bounds, verb, payload)
  else if (isRecord(payload)) {
    for (const name in payload) {
      if (name === 'resource') checkRecords(bounds, verb, payload.resource)
      else checkList(bounds, name, payload[name])
    }
  }
}

/** Records of reads and deletions are ids. */
function checkRecords({ ids, batch }: RequestBounds, verb: ApiRequest['verb'], records: unknown): void {
  if (!Array.isArray(records)) return
  if (verb === 'GET' || verb === 'DELETE') check(records.length, ids, 'ids', 'maxIds')
  else check(records.length, batch, 'records', 'maxBatch')
}

function checkList({ ids, names }: RequestBounds, name: string, value: unknown): void {
  const most = Math.min(ids, names)
  if ((typeof value !== 'string' && !Array.isArray(value)) || value.length <= most || !isListParam(name)) return
  const count = typeof value === 'string' ? itemsIn(value).length : value.length
  if (name === 'ids') check(count, ids, 'ids', 'maxIds')
  else check(count, names, `names in '${name}'`, 'maxNames')
}

/** For bodies that are read no further. */
export function tooManyRecords(most: number): Problem {
  return new Problem(
    400,
    `One request may contain at most ${most} records (${settings.maxBatch.variable}). Send several requests.`,
  )
}

function check(count: number, most: number, what: string, setting: SettingName): void {
  if (count <= most) return
  throw new Problem(
    400,
    `One request may contain at most ${most} ${what}, not ${count} (${settings[setting].variable}). Send several requests.`,
  )
}
