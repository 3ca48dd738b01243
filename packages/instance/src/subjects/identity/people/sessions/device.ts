import type { Device } from '../../../../gateway/parts.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'

const longestAgent = 300

/** The client of a request, as shown in the list of a person’s sessions. */
export function deviceOf({ address, headers }: Pick<ApiRequest, 'address' | 'headers'>): Device {
  return { address, agent: headers['user-agent']?.slice(0, longestAgent) || null }
}
