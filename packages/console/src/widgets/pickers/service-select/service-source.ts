import type { ServiceGroup } from '../../../instance/type-groups.ts'
import type { RecordSource } from '../../records/record-picker/record-source.ts'
import { t } from './messages.ts'

/** Services of some groups, or all, as a picker source. The instance searches them if the user may read `system/service`. */
export function serviceSource(...groups: readonly ServiceGroup[]): RecordSource {
  return {
    collection: 'system/service',
    get many() {
      return t.services
    },
    path: '/services',
    nameField: 'name',
    searchFields: ['name', 'label', 'description'],
    hintField: 'label',
    activeField: 'is_active',
    finds: {
      variant: groups.join(),
      async find(search) {
        const { findServices } = await import('./find-services.ts')
        return findServices(groups, search)
      },
    },
  }
}
