import { Problem } from '@millwright/contract/problem'
import { isRootAdmin } from '../../access/root-admin.ts'
import type { Forward } from '../../gateway/gateway.ts'
import type { Parts } from '../../gateway/parts.ts'
import { isoMicros } from '../../platform/clock.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import type { AccessRequest } from '../../request/api-request.ts'
import { ignoreUnavailable } from '../../store/database-unavailable.ts'
import { createReader } from '../system/reader.ts'
import type { ResourceDeclaration } from '../system/resource.ts'
import { readMany, readOne } from '../system/resource-reads.ts'
import type { SystemResource } from '../system/system-resource.ts'
import { audit } from './audit.ts'
import { serviceReport } from './service-report.ts'
import { withRevert } from './with-take-back.ts'

/** Creates the report resources and the deletion of old entries. */
export function createReports(parts: Parts, call: Forward): SystemResource[] {
  keepAuditBounded(parts)
  return [createReadOnlyResource(serviceReport, parts), withRevert(createReadOnlyResource(audit, parts), parts, call)]
}

const hour = 3_600_000
const day = 24 * hour

/** Deletes audit log entries after their retention period: in the background, at most hourly, when something changes. */
function keepAuditBounded({
  store,
  clock,
  config,
  background,
}: Pick<Parts, 'store' | 'clock' | 'config' | 'background'>): void {
  let next = 0

  async function thin(now: number): Promise<void> {
    const oldest = isoMicros(now - config.auditDays * day)
    await store.transaction((tx) => tx.deleteFrom('audit').where('created_date', '<', oldest).execute())
  }

  store.changes.subscribe(() => {
    const now = clock()
    if (now < next) return
    next = now + hour
    background.start('Deleting old entries of the audit trail', () => thin(now).catch(ignoreUnavailable))
  })
}

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
