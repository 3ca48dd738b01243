import { Problem } from '@millwright/contract/problem'
import { isRootAdmin } from '../../../access/required-rights.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { createThinning } from '../../../records/system/bounded-log.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { AccessRequest } from '../../../request/api-request.ts'
import { ignoreUnavailable } from '../../../store/store-problems.ts'
import { createReader } from '../../ground/system/reader.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import { readMany, readOne } from '../../ground/system/resource-reads.ts'
import { audit } from './audit.ts'
import { serviceReport } from './service-report.ts'
import { withRevert } from './with-take-back.ts'

/** Creates the report resources and the deletion of old entries. */
export function createReports(parts: Parts, call: Forward): SystemResource[] {
  keepBounded(parts)
  return [createReadOnlyResource(serviceReport, parts), withRevert(createReadOnlyResource(audit, parts), parts, call)]
}

const minute = 60_000
const hour = 60 * minute

/** Drops what the reports need not keep: in the background, when something changes, at most hourly, or each minute until all was seen. */
function keepBounded({ store, clock, config, background }: BoundedParts): void {
  const thinnings = [
    createThinning(store, { table: 'audit', bytes: auditBytes }, config.audit, clock),
    createThinning(store, { table: 'service_report', bytes: '200' }, config.audit, clock),
  ]
  let next = 0

  async function thin(): Promise<void> {
    for (const each of thinnings) if (!(await each())) next = Math.min(next, clock() + minute)
  }

  store.changes.subscribe(() => {
    const now = clock()
    if (now < next) return
    next = now + hour
    background.start('Deleting old entries of the reports', () => thin().catch(ignoreUnavailable))
  })
}

type BoundedParts = Pick<Parts, 'store' | 'clock' | 'config' | 'background'>

/** Besides its values, an entry takes about 300 bytes. */
const auditBytes =
  '300 + octet_length(changed) + coalesce(octet_length("before"), 0) + coalesce(octet_length("after"), 0)'

/** A read-only resource for root administrators. */
function createReadOnlyResource(declaration: ResourceDeclaration, parts: Parts): SystemResource {
  const reader = createReader(declaration, parts)
  const { name, label, description } = declaration

  async function guard({ caller }: AccessRequest): Promise<void> {
    if (await isRootAdmin(caller, (sql) => parts.store.statements.first<Row>(sql, []))) return
    throw new Problem(403, `Only a root administrator can read '${name}'.`)
  }

  return {
    name,
    label,
    description,
    singleton: false,
    keeps: 'records',
    readOnly: true,
    declaration,
    guard,
    async handle(request, [id, ...rest]) {
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on '${name}'.`)
      if (rest.length > 0) throw new Problem(404, `Records of '${name}' have no subresources.`)
      return id === undefined ? readMany(declaration, reader, request) : readOne(declaration, reader, request, id)
    },
  }
}
