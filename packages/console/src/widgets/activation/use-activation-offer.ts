import { useQueryClient } from '@tanstack/react-query'
import { invalidateCollection, type RecordId, updateRecords } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { t } from './messages.ts'

interface OfferParts {
  /** `system/role`. */
  readonly collection: string
  readonly idField?: string
  /** The tab that speaks. */
  readonly module: string
  /** What follows from a record being inactive, in a sentence. */
  readonly consequence: string
}

/** What was saved just now. */
interface Saved {
  readonly id: RecordId
  readonly name: string
  /** Absent on servers that do not say it: then nothing is offered. */
  readonly active: boolean | undefined
  /** The record is active now by what was offered, for a form that is still open on it. */
  readonly onActivated?: () => Promise<void>
}

/** Says of a new record that it is inactive, where it is, what follows from that, and offers to activate it. */
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
        notifyRefusal(error)
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
