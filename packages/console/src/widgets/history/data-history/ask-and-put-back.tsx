import type { Revert } from '@millwright/contract/records/data-history'
import type { QueryClient } from '@tanstack/react-query'
import { confirm } from '../../../confirm/confirm.ts'
import { invalidateCollection } from '../../../instance/collections.ts'
import { notify } from '../../../notifications/notify.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { historyCollection, previewRevert, revertChanges } from './history-calls.ts'
import { conflictSentence, revertDone, revertQuestion } from './history-words.ts'
import { t } from './messages.ts'

/**
 * Shows a preview of the revert and performs it after confirmation; resolves to whether it was done. Rejects with errors of the instance.
 */
export async function confirmAndRevert(
  queryClient: QueryClient,
  what: Parameters<typeof revertChanges>[0],
): Promise<boolean> {
  const preview = await previewRevert(what)
  if (preview.count === 0) {
    const [first] = preview.conflicts
    const text = first ? t.nothingRevertible({ why: conflictSentence(first) }) : t.changesCancel
    notify({ type: 'warning', title: t.dataHistory, text, tag: 'data-history' })
    return false
  }
  const result: { done: Revert | null } = { done: null }
  await confirm({
    title: revertQuestion(preview),
    body: <Preview preview={preview} />,
    action: t.putBack,
    danger: preview.rows.some(({ action }) => action === 'deleted'),
    run: async () => {
      result.done = await revertChanges(what, preview.conflict_count > 0)
    },
  })
  if (result.done === null) return false
  notify({ type: 'success', title: t.dataHistory, text: revertDone(result.done), tag: 'data-history' })
  await invalidateCollection(queryClient, historyCollection)
  return true
}

const consequences = {
  get created() {
    return t.madeAgain
  },
  get modified() {
    return t.revertUpdate
  },
  get deleted() {
    return t.revertCreation
  },
} as const

const shown = 10

function Preview({ preview: { rows, conflicts } }: { preview: Revert }) {
  const lost = rows.filter((row) => row.lost.length > 0)
  return (
    <Stack gap={3}>
      <Stack as="ul">
        {rows.slice(0, shown).map(({ table, record_id: id, action, fields }) => (
          <li key={`${table} ${id}`}>
            {id}: {consequences[action]}
            {action === 'modified' ? ` (${fields.join(', ')})` : ''}
          </li>
        ))}
        {rows.length > shown ? <li>{t.andOthers}</li> : null}
      </Stack>
      {lost.length === 0 ? null : (
        <Text tone="warning">{t.longValuesLost({ fields: lost[0]?.lost.join(', ') ?? '' })}</Text>
      )}
      {conflicts.length === 0 ? null : (
        <>
          <Text weight="medium">{t.leftUnchanged}</Text>
          <Stack as="ul">
            {conflicts.slice(0, shown).map((conflict) => (
              <li key={conflictSentence(conflict)}>{conflictSentence(conflict)}</li>
            ))}
          </Stack>
        </>
      )}
    </Stack>
  )
}
