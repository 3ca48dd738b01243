import type { ApiRequest } from '../request/api-request.ts'
import { type AccessQuestion, decide } from './decide.ts'

/**
 * As what a step of a custom API is requested: as a script if that is allowed, otherwise as a client if that is. Scripts get by custom APIs
 * what they get directly.
 */
export function stepRequestor(
  step: Omit<AccessQuestion, 'requestor'>,
  by: ApiRequest['requestor'],
): ApiRequest['requestor'] {
  if (by === 'SCRIPT') return 'SCRIPT'
  const allowed = (requestor: ApiRequest['requestor']) => decide({ ...step, requestor }, []).allowed
  return !allowed('SCRIPT') && allowed('API') ? 'API' : 'SCRIPT'
}
