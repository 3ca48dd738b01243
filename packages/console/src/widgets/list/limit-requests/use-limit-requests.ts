import { useNavigate } from '@tanstack/react-router'
import type { RecordId } from '../../../instance/collections.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import type { ListDeclaration, RowAction, WireRecord } from '../../records/list-declaration/declaration.ts'
import { useOpenTabs } from '../../records/open-tabs/open-tabs.ts'

/** Whose requests a new limit counts, and its suggested name. */
interface Limited {
  readonly of: 'role' | 'user'
  readonly id: RecordId
  readonly name: string
}

/**
 * Adds an action to a list that starts a limit for the one that a row is about; the list stays as it is for people who cannot open Limits.
 * `limited`: whom the limit is for, or why there cannot be one.
 */
export function useLimitRequests<R extends WireRecord>(
  declaration: ListDeclaration<R>,
  limited: (record: R) => Limited | string,
): ListDeclaration<R> {
  const navigate = useNavigate()
  const mayLimit = useOpenTabs().some(({ path }) => path === '/limits')
  if (!mayLimit) return declaration
  const action: RowAction<R> = {
    label: tabWords.limitRequests,
    refused: (record) => {
      const found = limited(record)
      return typeof found === 'string' ? found : null
    },
    run: (record) => {
      const found = limited(record)
      if (typeof found === 'string') return
      void navigate({ to: '/limits/$id', params: { id: 'new' }, search: { [found.of]: found.id, name: found.name } })
    },
  }
  return { ...declaration, rowActions: [...(declaration.rowActions ?? []), action] }
}
