import type { Device } from '../../../gateway/parts.ts'
import type { ApiRequest } from '../../../request/api-request.ts'

const longestAgent = 300

/** From where a request comes, as the list of somebody’s sessions tells it. */
export function deviceOf({ address, headers }: Pick<ApiRequest, 'address' | 'headers'>): Device {
  return { address, agent: headers['user-agent']?.slice(0, longestAgent) || null }
}
