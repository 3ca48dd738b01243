import type { Clock } from '../clock.ts'
import type { ApiRequest } from '../gateway/api-request.ts'
import type { Author } from './shape.ts'
import type { WriteLog } from './write-log.ts'

/** Who writes what the log tells of. */
export function authorOf(
  { caller, address, verb }: Pick<ApiRequest, 'caller' | 'address' | 'verb'>,
  { trail }: WriteLog,
  clock: Clock,
): Author {
  return { caller, address, verb, trail, now: clock() }
}
