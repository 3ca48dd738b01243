import type { Params } from '../../request/api-request.ts'
import { number } from '../../request/params.ts'
import type { RecordsContext } from '../records-context.ts'

export interface PageLimit {
  readonly limit: number
  readonly most: number
  /** Whether the caller gave no limit, or one that is not applied. */
  readonly clamped: boolean
}

/**
 * Returns the limit of a page: as requested, up to the maximum of the service and the instance. A response saved as a file contains
 * all requested records, since a truncated file would go unnoticed (docs/wire/tables.md).
 */
export function pageLimit({ settings }: Pick<RecordsContext, 'settings'>, options: Params): PageLimit {
  const asked = number(options, 'limit')
  if (isExport(options.file)) {
    const limit = asked === undefined || asked < 1 ? Number.MAX_SAFE_INTEGER : asked
    return { limit, most: Number.MAX_SAFE_INTEGER, clamped: false }
  }
  const most = settings.maxRecords
  const clamped = asked === undefined || asked < 1 || asked > most
  return { limit: clamped ? most : asked, most, clamped }
}

function isExport(file: string | undefined): boolean {
  return file !== undefined && !/^(?:|false|0|no|off|n|f)$/i.test(file.trim())
}
