import { IconPlus, IconSearch, IconZoomQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { RetryBanner } from '../../ui/retry-banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AccessRow, newAccess } from './access-rows.ts'
import { AccessRules } from './access-rules.tsx'
import { CopyAccess } from './copy-access.tsx'
import { type RoleServices, roleServices } from './role-services.ts'
import styles from './roles.module.css'

const AccessMatrix = lazy(() => import('./access-matrix.tsx').then((module) => ({ default: module.AccessMatrix })))

interface AccessEditorProps {
  rows: readonly AccessRow[]
  onChange: (change: (rows: readonly AccessRow[]) => readonly AccessRow[]) => void
}

/** What a role allows. */
export function AccessEditor({ rows, onChange }: AccessEditorProps) {
  const { data, error, refetch } = useQuery(serviceListQuery)
  const services = useMemo(() => (data ? roleServices(data) : null), [data])
  if (services) return <Access rows={rows} services={services} onChange={onChange} />
  if (!error) return <Skeleton lines={5} />
  return (
    <RetryBanner title="The services could not be read." onRetry={() => void refetch()}>
      {messageOf(error)}
    </RetryBanner>
  )
}

const views = ['Rules', 'Matrix'] as const

function Access({ rows, services, onChange }: AccessEditorProps & { services: RoleServices }) {
  const [view, setView] = useState<(typeof views)[number]>('Rules')
  const [text, setText] = useState('')
  const [added, setAdded] = useState<string | null>(null)
  const navigate = useNavigate()
  const explains = hasFeature(useEnvironment(), 'explain-access')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const none = useMemo(() => rows.every(({ removed }) => removed), [rows])

  const add = () => {
    const row = newAccess()
    setText('')
    setAdded(row.key)
    onChange((now) => [...now, row])
  }
  return (
    <Stack gap={3}>
      <Row gap={3} rowGap={2} wrap>
        <fieldset className={styles.views}>
          <legend className={styles.unseen}>View</legend>
          {views.map((name) => (
            <label key={name} className={styles.view}>
              <input type="radio" name="access-view" checked={view === name} onChange={() => setView(name)} />
              {name}
            </label>
          ))}
        </fieldset>
        <div className={styles.search}>
          <TextField
            label="Search rules"
            labelHidden
            type="search"
            placeholder="Service or component"
            icon={<IconSearch />}
            value={text}
            onChange={setText}
          />
        </div>
        <span className={styles.rest} />
        <CopyAccess onCopied={(copied) => onChange((now) => [...now, ...copied])} />
        {explains ? (
          <Button reads icon={<IconZoomQuestion />} onClick={() => void navigate({ to: '/roles/explain' })}>
            Explain access
          </Button>
        ) : null}
        {view === 'Rules' && !none ? (
          <Button icon={<IconPlus />} onClick={add}>
            Add rule
          </Button>
        ) : null}
      </Row>
      <Suspense fallback={<Skeleton lines={5} />}>
        {view === 'Matrix' ? (
          <AccessMatrix rows={rows} services={services} text={wanted} onChange={onChange} />
        ) : none ? (
          <div className={styles.empty}>
            <p>This role allows nothing yet. Add a rule to give access to a service.</p>
            <Button icon={<IconPlus />} onClick={add}>
              Add rule
            </Button>
          </div>
        ) : (
          <AccessRules rows={rows} services={services} text={wanted} added={added} onChange={onChange} />
        )}
      </Suspense>
    </Stack>
  )
}
