import type { AccessSubject } from '@millwright/contract/wire/usage'
import type { Column, FilterColumn, ListDeclaration, WireRecord } from '../record-list/declaration.ts'
import { type KnownUse, readAccessUsage } from './access-usage.ts'
import { LastUsedCell, lastUsedText } from './last-used-cell.tsx'
import { t } from './messages.ts'
import { choices, conditionOf, cutWords, isCut, paramsOf } from './use-filter.ts'

/** What a list gets of it; throws `InstanceError` on servers that do not tell. */
export async function readLastUsed(subject: AccessSubject, signal: AbortSignal) {
  const known = await readAccessUsage(subject, signal)
  return {
    /** `byServer`: whether the server finds by use itself. */
    added: <R extends WireRecord>(declaration: ListDeclaration<R>, byServer: boolean) =>
      withLastUsed(declaration, { subject, known, byServer }),
  }
}

function withLastUsed<R extends WireRecord>(
  declaration: ListDeclaration<R>,
  { subject, known, byServer }: { subject: AccessSubject; known: KnownUse; byServer: boolean },
): ListDeclaration<R> {
  const { columns, filters = [] } = declaration
  const offered = Object.entries(choices).filter(([value]) => value !== 'unreferenced' || subject === 'role')
  const filter: FilterColumn = {
    field: 'use',
    label: t.use,
    kind: 'choice',
    options: offered.map(([value, label]) => ({
      value,
      label: !byServer && isCut(value, known, Date.now()) ? cutWords(label) : label,
    })),
    condition: (value) => conditionOf(value, known, Date.now()),
    ...(byServer && { params: paramsOf }),
  }
  const column: Column<R> = {
    field: 'last_used',
    label: t.lastUsed,
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
