import type { Role } from '@millwright/contract/records/role'
import { type Requestor, requestorMask, verbMask, verbs } from '@millwright/contract/verbs'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateCollection, readRecord, updateRecord } from '../../../instance/collections.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { type AccessRow, accessRows, accessToSend, newAccess } from './access-rows.ts'
import { t } from './messages.ts'
import {
  componentBy,
  filterText,
  isAboutTable,
  type RowAccess,
  type RuledTable,
  rowAccess,
  tablePlace,
} from './row-access.ts'

/** Returns the rules after making one grant of the table that a component is about. */
export function withoutHole(
  rows: readonly AccessRow[],
  about: { readonly serviceId: number | null; readonly components: readonly string[] },
): readonly AccessRow[] {
  const place = tablePlace({ serviceId: about.serviceId, component: about.components[0] ?? '' })
  return place === null ? rows : asOneGrant(rows, place)
}

/**
 * Returns the rules after making one grant of a table: what is allowed stays, by list and by id, and its filters apply to both. Its rules
 * are replaced by new ones after all others, as the last of equally close rules decides.
 */
export function asOneGrant(rows: readonly AccessRow[], place: RuledTable): readonly AccessRow[] {
  const about = isAboutTable(place)
  const used = rows.filter((row) => !row.removed && about(row)).reduce((mask, row) => mask | row.requestorMask, 0)
  const parts = (Object.keys(requestorMask) as Requestor[]).flatMap((requestor) =>
    (used & requestorMask[requestor]) === 0
      ? []
      : grantsOf(rowAccess(rows, requestor)(place), place).map((part) => ({ ...part, requestor })),
  )
  const together = Map.groupBy(parts, ({ requestor: _requestor, ...part }) => JSON.stringify(part))
  const added = [...together.values()].flatMap(([part, ...more]) => {
    if (part === undefined) return []
    const { requestor, ...rule } = part
    const callers = more.reduce(
      (mask, each) => mask | requestorMask[each.requestor],
      requestorMask[requestor] as number,
    )
    return [newAccess({ ...rule, serviceId: place.serviceId, requestorMask: callers })]
  })
  const others = rows.flatMap((row) => {
    if (row.removed || !about(row)) return [row]
    return row.stored ? [{ ...row, removed: true }] : []
  })
  return [...others, ...added]
}

function grantsOf({ wanted, list, record }: RowAccess, { component }: RuledTable): Partial<AccessRow>[] {
  const rules = (path: string, mask: number) => {
    const byFilter = Map.groupBy(
      verbs.filter((verb) => (mask & verbMask[verb]) !== 0),
      (verb) => filterText(wanted.get(verb) ?? null),
    )
    return [...byFilter.values()].map(([first, ...more]) => ({
      component: path,
      verbMask: [first, ...more].reduce((all, verb) => all | (verb ? verbMask[verb] : 0), 0),
      filters: (first && wanted.get(first)?.filters) ?? [],
      filterOp: (first && wanted.get(first)?.filterOp) ?? ('AND' as const),
    }))
  }
  const records = rules(componentBy('record', component), record.mask)
  // Rules about the records include the list.
  if (list.mask === record.mask || component.endsWith('*')) return records
  const own = rules(component, list.mask)
  return [...(own.length > 0 ? own : [{ component, verbMask: 0 }]), ...records]
}

const roles = 'system/role'
const relation = 'role_service_access_by_role_id'

/** Applies the row filter of a stored role to all requests for a table. */
export function useHoleClosing(role: { readonly id: number; readonly name: string }) {
  const queryClient = useQueryClient()
  const [closing, setClosing] = useState(false)
  const close = async (place: RuledTable) => {
    setClosing(true)
    try {
      await closeHole(role.id, place)
      notify({ type: 'success', title: role.name, text: t.closed, tag: 'access' })
      await invalidateCollection(queryClient, roles)
      await queryClient.invalidateQueries({ queryKey: ['access-explanation'] })
    } catch (error) {
      notifyError(error)
    } finally {
      setClosing(false)
    }
  }
  return { closing, close: (place: RuledTable) => void close(place) }
}

async function closeHole(id: number, place: RuledTable): Promise<void> {
  const params = { fields: '*', related: relation }
  const base = await readRecord<Partial<Role>>(roles, id, params)
  const rows = asOneGrant(accessRows(base.record[relation]), place)
  await updateRecord<Partial<Role>>({
    collection: roles,
    id,
    changes: { [relation]: accessToSend(rows) },
    params,
    base,
  })
}
