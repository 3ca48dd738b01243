import type { ServiceGroup } from '../../instance/type-groups.ts'
import type { RecordSource } from '../record-picker/record-source.ts'
import { t } from './messages.ts'

/** Services to choose one from, of some groups or of all; searched on the instance by those who may read its list of them. */
export function serviceSource(...groups: readonly ServiceGroup[]): RecordSource {
  return {
    collection: 'system/service',
    get many() {
      return t.services
    },
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
