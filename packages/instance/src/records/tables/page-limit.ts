import { numberSetting } from '../../platform/config-values.ts'
import type { Params } from '../../request/api-request.ts'
import { number } from '../../request/params.ts'
import type { RecordsContext } from '../records-context.ts'

/** Records of a page where the service says nothing. */
const usualMost = 1_000

export interface PageLimit {
  readonly limit: number
  readonly most: number
  /** Whether the caller gave no limit, or one that is not kept. */
  readonly clamped: boolean
}

/**
 * How many records a page may have: as many as asked for, up to what the service allows, and never more than the instance does. An
 * answer that is saved as a file has all that were asked for, as nobody could tell that some are missing (docs/wire/tables.md).
 */
export function pageLimit({ service }: Pick<RecordsContext, 'service'>, options: Params): PageLimit {
  const asked = number(options, 'limit')
  if (isExport(options.file)) {
    const limit = asked === undefined || asked < 1 ? Number.MAX_SAFE_INTEGER : asked
    return { limit, most: Number.MAX_SAFE_INTEGER, clamped: false }
  }
  const own = numberSetting(service.config, 'max_records') ?? usualMost
  const most = Math.min(own >= 1 ? Math.floor(own) : usualMost, service.host.parts.config.maxRecords)
  const clamped = asked === undefined || asked < 1 || asked > most
  return { limit: clamped ? most : asked, most, clamped }
}

function isExport(file: string | undefined): boolean {
  return file !== undefined && !/^(?:|false|0|no|off|n|f)$/i.test(file.trim())
}
