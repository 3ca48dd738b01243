import { useQueryClient } from '@tanstack/react-query'
import { invalidateCollection, type RecordId, updateRecords } from '../../../instance/collections.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { t } from './messages.ts'

interface OfferParts {
  /** `system/role`. */
  readonly collection: string
  readonly idField?: string
  /** The tab that shows the notification. */
  readonly module: string
  /** The consequence of a record being inactive, in a sentence. */
  readonly consequence: string
}

/** The record that was just saved. */
interface Saved {
  readonly id: RecordId
  readonly name: string
  /** Absent on servers that do not report it; then nothing is offered. */
  readonly active: boolean | undefined
  /** Called after the record is activated, for a form that is still open. */
  readonly onActivated?: () => Promise<void>
}

/** Reports that a new record is inactive, with the consequence, and offers to activate it. */
export function useActivationOffer({ collection, idField = 'id', module, consequence }: OfferParts) {
  const queryClient = useQueryClient()
  return ({ id, name, active, onActivated }: Saved): void => {
    if (active !== false) return
    const tag = `activate:${collection}:${id}`
    const activate = async () => {
      try {
        await updateRecords(collection, [id], { is_active: true }, idField)
        notify({ type: 'success', title: module, text: t.isActiveNow({ name }), tag })
        await Promise.all([invalidateCollection(queryClient, collection), onActivated?.()])
      } catch (error) {
        notifyError(error)
      }
    }
    notify({
      type: 'warning',
      title: module,
      text: `${t.isInactive({ name })} ${consequence}`,
      tag,
      action: { label: t.activate, run: activate },
    })
  }
}
