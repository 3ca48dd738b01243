import type { AccessSubject } from '@millwright/contract/wire/usage'
import { useQuery } from '@tanstack/react-query'
import type { Column, FilterColumn, ListDeclaration, WireRecord } from '../record-list/declaration.ts'
import { accessUsageQuery, type KnownUse } from './access-usage.ts'
import { LastUsedCell, lastUsedText } from './last-used-cell.tsx'
import { choices, conditionOf, cutWords, isCut } from './use-filter.ts'

/** A list with when each of its records was used last, and filters by it, on servers that tell. */
export function useLastUsed<R extends WireRecord>(
  subject: AccessSubject,
  declaration: ListDeclaration<R>,
): ListDeclaration<R> {
  const { data, isPending } = useQuery(accessUsageQuery(subject))
  if (data === undefined && !isPending) return declaration
  return withLastUsed(declaration, subject, data ?? null)
}

/** `known`: null while it is not known yet. */
function withLastUsed<R extends WireRecord>(
  declaration: ListDeclaration<R>,
  subject: AccessSubject,
  known: KnownUse | null,
): ListDeclaration<R> {
  const { columns, filters = [], many } = declaration
  const offered = Object.entries(choices).filter(([value]) => value !== 'unreferenced' || subject === 'role')
  const filter: FilterColumn = {
    field: 'last_used',
    label: 'Use',
    kind: 'choice',
    options: offered.map(([value, label]) => ({ value, label })),
    condition: (value) => known && conditionOf(value, known, Date.now()),
    note: (value) => (known && isCut(value, known, Date.now()) ? cutWords(many) : null),
  }
  if (known === null) return { ...declaration, filters: [...filters, filter] }
  const column: Column<R> = {
    field: 'last_used',
    label: 'Last Used',
    kind: 'text',
    width: subject === 'role' ? 220 : 150,
    filterable: false,
    sortValue: ({ id }) => known.byId.get(Number(id))?.last_used_at ?? '0000',
    text: ({ id }) => lastUsedText(known.byId.get(Number(id))),
    render: ({ id }) => <LastUsedCell use={known.byId.get(Number(id))} />,
  }
  return { ...declaration, filters: [...filters, filter], columns: afterActive(columns, column) }
}

function afterActive<R>(columns: readonly Column<R>[], column: Column<R>): readonly Column<R>[] {
  const at = columns.findIndex(({ field }) => field === 'is_active')
  return columns.toSpliced(at < 0 ? columns.length : at + 1, 0, column)
}
