import { confirm } from '../../confirm/confirm.ts'
import { InstanceError } from '../../instance/instance-error.ts'
import type { Params } from '../../instance/transport.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'

/** On the button when others need the record. */
export const deleteAnyway = 'Delete anyway'

/** What follows from the deletion of a record that others need. */
export interface InUse {
  readonly title: string
  readonly consequence: string
}

/**
 * Deletes a record; when the instance says that others need it, it is asked whether it shall go all the same. False: it is still
 * there.
 */
export async function removeInUse(
  remove: (params: Params) => Promise<void>,
  { title, consequence }: InUse,
): Promise<boolean> {
  try {
    await remove({})
    return true
  } catch (error) {
    if (error instanceof InstanceError && error.status === 409) {
      const text = `${error.message} ${consequence}`
      return confirm({
        title,
        text,
        action: deleteAnyway,
        danger: true,
        run: () => remove({ force: true }),
      })
    }
    notifyRefusal(error)
    return false
  }
}
