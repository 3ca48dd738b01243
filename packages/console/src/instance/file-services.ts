import type { ListedService } from '@millwright/contract/wire/root'
import { groupServicesQuery } from './group-services.ts'

export const fileServicesQuery = groupServicesQuery('file')

/** The file service that is offered at first: the instance's own, when there is one. */
export function localFileService(services: readonly ListedService[]): number | null {
  return services.find(({ type }) => type === 'local_file')?.id ?? null
}
