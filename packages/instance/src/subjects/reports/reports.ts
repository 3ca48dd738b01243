import type { Forward } from '../../gateway/gateway.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { SystemResource } from '../system/system-resource.ts'
import { audit } from './audit.ts'
import { createReadOnlyResource } from './read-only.ts'
import { keepAuditBounded } from './retention.ts'
import { serviceReport } from './service-report.ts'
import { withTakeBack } from './with-take-back.ts'

/** The resources that tell what was done, and what keeps them bounded. */
export function createReports(parts: Parts, call: Forward): SystemResource[] {
  keepAuditBounded(parts)
  return [createReadOnlyResource(serviceReport, parts), withTakeBack(createReadOnlyResource(audit, parts), parts, call)]
}
