import type { QueryClient } from '@tanstack/react-query'
import { invalidateCollection, updateRecords } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import type { RecordId } from '../record-list/declaration.ts'

interface Inactive {
  /** `system/role`. */
  readonly collection: string
  readonly idField?: string
  readonly id: RecordId
  /** The tab that speaks. */
  readonly module: string
  readonly name: string
  /** What follows from it being inactive, in a sentence. */
  readonly consequence: string
}

/** Says that a record that was just created is inactive, as it is unless somebody ticks it, and offers to activate it. */
export function offerActivation(queryClient: QueryClient, inactive: Inactive): void {
  const { collection, idField = 'id', id, module, name, consequence } = inactive
  const tag = `activate ${collection} ${id}`
  const activate = async () => {
    try {
      await updateRecords(collection, [id], { is_active: true }, idField)
      notify({ type: 'success', title: module, text: `${name} is active now.`, tag })
      await invalidateCollection(queryClient, collection)
    } catch (error) {
      notifyRefusal(error)
    }
  }
  notify({
    type: 'warning',
    title: module,
    text: `${name} is inactive. ${consequence}`,
    tag,
    action: { label: 'Activate', run: activate },
  })
}
