import type { ListedService } from '@millwright/contract/wire/services'
import { groupServicesQuery } from './group-services.ts'

export const fileServicesQuery = groupServicesQuery('file')

/** The default file service: the instance's local one, if it exists. */
export function localFileService(services: readonly ListedService[]): ListedService | undefined {
  return services.find(({ type }) => type === 'local_file')
}
