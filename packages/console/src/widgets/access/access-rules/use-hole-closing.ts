import type { Role } from '@millwright/contract/records/role'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateCollection, readRecord, updateRecord } from '../../../instance/collections.ts'
import { notify } from '../../../notifications/notify.ts'
import { notifyError } from '../../../notifications/notify-refusal.ts'
import { accessRows, accessToSend } from './access-rows.ts'
import { t } from './messages.ts'
import { asOneGrant } from './one-grant.ts'
import type { TablePlace } from './row-access.ts'

const roles = 'system/role'
const relation = 'role_service_access_by_role_id'

/** Applies the row filter of a stored role to all requests for a table. */
export function useHoleClosing(role: { readonly id: number; readonly name: string }) {
  const queryClient = useQueryClient()
  const [closing, setClosing] = useState(false)
  const close = async (place: TablePlace) => {
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
  return { closing, close: (place: TablePlace) => void close(place) }
}

async function closeHole(id: number, place: TablePlace): Promise<void> {
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
