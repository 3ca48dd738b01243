import type { MenuEntry } from '../../ui/menu-entry.ts'
import { idOf, type ListDeclaration, type WireRecord } from './declaration.ts'
import { newRecord } from './new-record.ts'
import type { ListAddress } from './use-list-address.ts'

interface RowParts<R extends WireRecord> {
  readonly declaration: ListDeclaration<R>
  readonly record: R
  readonly address: ListAddress
  readonly writeBlock: string | null
  readonly onDelete: (record: R) => void
}

/** What a row's menu offers. */
export function rowEntries<R extends WireRecord>({ declaration, record, address, writeBlock, onDelete }: RowParts<R>) {
  const id = idOf(record)
  const { kept } = declaration
  const entries: MenuEntry[] = [
    { label: 'Open', href: address.hrefOf(String(id)), onSelect: () => address.open(String(id)), keys: ['Enter'] },
  ]
  if (declaration.canDuplicate)
    entries.push({
      label: 'Duplicate',
      disabledReason: writeBlock,
      onSelect: () => address.open(newRecord, { copy: String(id) }),
    })
  for (const { label, run, refused } of declaration.rowActions ?? [])
    entries.push({ label, disabledReason: writeBlock ?? refused?.(record) ?? null, onSelect: () => run(record) })
  entries.push(
    { kind: 'separator', id: 'delete' },
    {
      label: 'Delete',
      danger: true,
      disabledReason: writeBlock ?? (kept?.ids.includes(id) ? kept.reason : null),
      onSelect: () => onDelete(record),
      keys: ['Delete'],
    },
  )
  return entries
}
