import { useEffect, useMemo } from 'react'
import { notify } from '../../notifications/notify.ts'
import type { AccessRow } from '../../widgets/access-rules/access-rows.ts'
import { roleMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import type { RoleServices } from './role-services.ts'

/** Warns of rules whose service was deleted or is not visible to the caller. */
export function useMissingServices(rows: readonly AccessRow[], services: RoleServices): void {
  const missing = useMemo(() => {
    const found = rows.flatMap(({ serviceId }) =>
      serviceId === null || services.byId.has(serviceId) ? [] : [serviceId],
    )
    return [...new Set(found)].join()
  }, [rows, services])
  useEffect(() => {
    for (const id of missing.split(',').filter(Boolean).slice(0, 3))
      notify({
        type: 'error',
        title: roleMessages.module,
        text: t.serviceMissing({ id }),
        tag: `service-${id}`,
      })
  }, [missing])
}
