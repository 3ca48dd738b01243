import { useQueryClient } from '@tanstack/react-query'
import { useUser } from '../../../instance/browser-session.ts'
import type { RecordId } from '../../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../../instance/environment.ts'
import type { NotificationAction } from '../../../notifications/notify.ts'
import type { DeletionQuestion } from './deletion-question.tsx'
import type { DeletionTarget } from './dependents.ts'
import { t } from './messages.ts'

/** Maximum number of records that an undo restores. */
const maxUndone = 100

/** Checks what a deletion affects, and offers an undo afterwards. Both are loaded when something is deleted. */
export function useDeletion(collection: string, module: string) {
  const environment = useEnvironment()
  const queryClient = useQueryClient()
  const user = useUser()
  const mayUndo = hasFeature(environment, 'audit') && user?.is_root_admin === true

  const look = async (doomed: DeletionTarget): Promise<DeletionQuestion | null> => {
    const { questionOf } = await import('./deletion-question.tsx')
    return questionOf(environment, collection, doomed)
  }

  /** `undefined` if it cannot be undone. */
  const undo = (ids: readonly RecordId[]): NotificationAction | undefined => {
    if (!mayUndo || ids.length === 0 || ids.length > maxUndone) return undefined
    return {
      label: t.undo,
      run: async () => {
        const { undoDeletion } = await import('./undo-deletion.ts')
        await undoDeletion({ collection, ids, module })
        await queryClient.invalidateQueries({ queryKey: ['collection'] })
      },
    }
  }

  return { look, undo }
}
