import { Problem } from '@millwright/contract/problem'
import { requestLogFields } from '@millwright/contract/records/request-log'
import { requireUsageAccess } from '../../../../access/usage-rights.ts'
import type { Parts } from '../../../../gateway/parts.ts'
import { declareTable } from '../../../../records/system/declared-table.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { text } from '../../../../request/params.ts'
import type { UsageStore } from '../../../../store/usage/usage-store.ts'
import { createReader, queryOf, type Reader, type ReaderParts } from '../../../ground/system/reader.ts'
import type { ResourceDeclaration } from '../../../ground/system/resource.ts'
import { readMany, readOne } from '../../../ground/system/resource-reads.ts'
import type { SystemResource } from '../../../ground/system/system-resource.ts'
import { readCursor, tail } from './tail.ts'

/** Most concurrent tails per node. */
const maxWatching = 20

const declaration: ResourceDeclaration = {
  name: 'request_log',
  label: 'Request Log',
  description: 'The latest requests of the API: who called what, how it went and how long it took.',
  travels: 'history',
  declared: declareTable({
    table: 'request_log',
    label: 'Request',
    fields: requestLogFields,
    authority: 'instance',
    audit: 'none',
    auditedAs: null,
  }),
  scope: { values: {} },
  relations: [],
  page: 1_000,
}

/** `system/request_log`: the latest requests, with the filters of every list (docs/wire/usage.md). */
export function createRequestLogResource(
  parts: Omit<ReaderParts, 'store'> & Pick<Parts, 'clock'>,
  upToDate: () => Promise<UsageStore>,
): SystemResource {
  let reader: Reader | null = null
  let watching = 0

  async function currentReader(): Promise<Reader> {
    const store = await upToDate()
    reader ??= createReader(declaration, { ...parts, store })
    return reader
  }

  /** Rejects further tails, as each polls the database. */
  async function watch(request: ApiRequest, current: Reader): Promise<ApiResponse> {
    if (watching >= maxWatching) throw new Problem(429, 'Too many clients already follow the request log of this node.')
    const { params, headers } = request
    const from = readCursor(headers['last-event-id'] ?? text(params, 'last_event_id'))
    const query = { ...queryOf(declaration, request), order: undefined, group: undefined }
    const parts = { upToDate, reader: current, request, every: 1_000, lifetime: 300_000 }
    watching += 1
    try {
      return await tail(parts, { query, from }, () => {
        watching -= 1
      })
    } catch (error) {
      watching -= 1
      throw error
    }
  }

  return {
    ...declaration,
    singleton: false,
    keeps: 'records',
    readOnly: true,
    declaration,
    guard: ({ caller }) => requireUsageAccess(caller),
    async handle(request, [id, ...rest]) {
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on 'request_log'.`)
      if (rest.length > 0) throw new Problem(404, "Records of 'request_log' have no subresources.")
      const current = await currentReader()
      if (id === 'tail') return watch(request, current)
      return id === undefined ? readMany(declaration, current, request) : readOne(declaration, current, request, id)
    },
  }
}
