import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { accessListQuery, serviceListQuery } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { AccessList } from './access-list.tsx'
import { type AccessRow, newAccess, withoutAccess } from './access-rows.ts'
import { accessWarnings } from './access-warnings.ts'
import { roleMessages } from './messages.ts'
import { asksForComponents, type RoleServices, roleServices, serviceName, takesFilters } from './role-services.ts'
import styles from './roles.module.css'

type Change = (change: (rows: readonly AccessRow[]) => readonly AccessRow[]) => void

interface AccessEditorProps {
  rows: readonly AccessRow[]
  onChange: Change
}

/** What a role allows, as rules. */
export function AccessEditor({ rows, onChange }: AccessEditorProps) {
  const { data, error, refetch } = useQuery(serviceListQuery)
  const services = useMemo(() => (data ? roleServices(data) : null), [data])
  if (services) return <Rules rows={rows} services={services} onChange={onChange} />
  if (!error) return <Skeleton lines={5} />
  return (
    <Banner
      tone="danger"
      title="The services could not be read."
      actions={
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {messageOf(error)}
    </Banner>
  )
}

interface RulesProps extends AccessEditorProps {
  services: RoleServices
}

function Rules({ rows, services, onChange }: RulesProps) {
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [added, setAdded] = useState<string | null>(null)
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const kept = useMemo(() => rows.filter(({ removed }) => !removed), [rows])
  const shown = useMemo(() => (wanted === '' ? kept : kept.filter(says(services, wanted))), [kept, services, wanted])
  const warnings = useMemo(() => accessWarnings(rows), [rows])
  useMissingServices(rows, services)

  const set = (key: string, change: Partial<AccessRow>) =>
    onChange((now) => now.map((row) => (row.key === key ? { ...row, ...change } : row)))

  const chooseService = (key: string, serviceId: number | null) => {
    set(key, { serviceId, component: '*', ...(!takesFilters(services, serviceId) && { filters: [] }) })
    const service = asksForComponents(services, serviceId)
    if (service === null) return
    queryClient.fetchQuery(accessListQuery(service)).catch((error: unknown) => {
      notify({ type: 'error', title: 'Api Error', text: messageOf(error), tag: `components-${service}` })
      onChange((now) =>
        now.map((row) => (row.key === key && row.serviceId === serviceId ? { ...row, component: null } : row)),
      )
    })
  }

  const add = () => {
    const row = newAccess()
    setText('')
    setAdded(row.key)
    onChange((now) => [...now, row])
  }
  const addButton = (
    <Button icon={<IconPlus />} onClick={add}>
      Add rule
    </Button>
  )

  if (kept.length === 0)
    return (
      <div className={styles.empty}>
        <p>This role allows nothing yet. Add a rule to give access to a service.</p>
        {addButton}
      </div>
    )
  return (
    <div className={styles.access}>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextField
            label="Search rules"
            labelHidden
            type="search"
            placeholder="Search rules"
            icon={<IconSearch />}
            value={text}
            onChange={setText}
          />
        </div>
        <p className={styles.count} role="status">
          {wanted === ''
            ? `${kept.length} ${kept.length === 1 ? 'rule' : 'rules'}`
            : `${shown.length} of ${kept.length}`}
          {warnings.size > 0 ? `, ${warnings.size} with a warning` : ''}
        </p>
        {addButton}
      </div>
      <div className={styles.table}>
        <div className={styles.heads} aria-hidden="true">
          <span>Service</span>
          <span>Component</span>
          <span>Access</span>
          <span>Requester</span>
          <span>Advanced Filters</span>
        </div>
        <AccessList
          rows={shown}
          services={services}
          warnings={warnings}
          added={added}
          onChange={set}
          onService={chooseService}
          onDelete={(key) => onChange((now) => withoutAccess(now, new Set([key])))}
        />
      </div>
    </div>
  )
}

function says(services: RoleServices, text: string) {
  return ({ serviceId, component, filters }: AccessRow) =>
    (serviceName(services, serviceId) ?? roleMessages.serviceMissing(serviceId ?? 0)).toLowerCase().includes(text) ||
    (component ?? '').toLowerCase().includes(text) ||
    filters.some(({ name }) => name.toLowerCase().includes(text))
}

/** Tells of rules whose service is gone, or is not the caller's to see. */
function useMissingServices(rows: readonly AccessRow[], services: RoleServices): void {
  const missing = useMemo(
    () => [
      ...new Set(
        rows.flatMap(({ serviceId }) => (serviceId === null || services.byId.has(serviceId) ? [] : [serviceId])),
      ),
    ],
    [rows, services],
  ).join()
  useEffect(() => {
    for (const id of missing.split(',').filter(Boolean).slice(0, 3))
      notify({
        type: 'error',
        title: roleMessages.module,
        text: roleMessages.serviceMissing(Number(id)),
        tag: `service-${id}`,
      })
  }, [missing])
}
