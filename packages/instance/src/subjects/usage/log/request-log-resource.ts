import { Problem } from '@millwright/contract/problem'
import { requestLogFields } from '@millwright/contract/records/request-log'
import { refuseUsage } from '../../../access/usage-rights.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { shape } from '../../../records/system/shape.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'
import { createReader, type Reader, type ReaderParts } from '../../system/reader.ts'
import type { ResourceDeclaration } from '../../system/resource.ts'
import { readMany, readOne } from '../../system/resource-reads.ts'
import type { SystemResource } from '../../system/system-resource.ts'

const declaration: ResourceDeclaration = {
  name: 'request_log',
  label: 'Request Log',
  description: 'The latest requests of the API: who called what, how it went and how long it took.',
  shape: shape({
    table: 'request_log',
    label: 'Request',
    fields: requestLogFields,
    audit: 'none',
    noted: null,
  }),
  scope: { values: {} },
  relations: [],
}

/** `system/request_log`: the latest requests, with the filters of every list (docs/wire/usage.md). */
export function createRequestLogResource(
  parts: Omit<ReaderParts, 'store'> & Pick<Parts, 'clock'>,
  upToDate: () => Promise<UsageStore>,
): SystemResource {
  let reader: Reader | null = null

  async function currentReader(): Promise<Reader> {
    const store = await upToDate()
    reader ??= createReader(declaration, { ...parts, store })
    return reader
  }

  return {
    ...declaration,
    singleton: false,
    readOnly: true,
    declaration,
    guard: ({ caller }) => refuseUsage(caller),
    async handle(request, [id, ...rest]) {
      refuseUsage(request.caller)
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on 'request_log'.`)
      if (rest.length > 0) throw new Problem(404, "There is nothing below a record of 'request_log'.")
      const current = await currentReader()
      return id === undefined ? readMany(declaration, current, request) : readOne(declaration, current, request, id)
    },
  }
}
