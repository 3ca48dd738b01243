import type { Parts } from '../../gateway/parts.ts'
import type { AskedDescription } from '../../gateway/ports/asked-description.ts'
import type { ApiDescription } from '../../gateway/ports/openapi.ts'
import type { Registered } from '../../gateway/registry.ts'
import type { ServiceRow } from '../../gateway/service-kind.ts'
import { kindOf } from '../kinds/service-kinds.ts'
import { describeCache } from './describe-cache.ts'
import { describeDocs } from './describe-docs.ts'
import { describeEmail } from './describe-email.ts'
import { describeFiles } from './describe-files.ts'
import { storedDescription } from './stored-definition.ts'

export type DescribeService = (registered: Registered, asked: AskedDescription) => Promise<ApiDescription | null>

/** What a service says of itself: what people wrote, else what it finds, else what all of its kind have; null: nothing. */
export function createDescribeService(parts: Pick<Parts, 'store' | 'caches'>): DescribeService {
  const common = new WeakMap<ServiceRow, ApiDescription>()

  return async ({ row, service }, asked) => {
    const written = await storedDescription(parts, row, asked.refresh)
    if (written !== null) return written
    if (service.describe !== undefined) return service.describe(asked)
    const known = common.get(row)
    if (known !== undefined) return known
    const kind = kindOf(row.type)
    const made = kind?.make === undefined ? null : commonDescription(kind.group, row.name)
    if (made !== null) common.set(row, made)
    return made
  }
}

/** What all services of a group have in common; null where each is different. */
function commonDescription(group: string, service: string): ApiDescription | null {
  if (group === 'File') return describeFiles(service)
  if (group === 'Email') return describeEmail(service)
  if (group === 'Cache') return describeCache(service)
  return group === 'API Doc' ? describeDocs() : null
}
