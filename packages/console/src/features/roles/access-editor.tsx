import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { messageOf } from '../../instance/instance-error.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AccessRow, newAccess } from './access-rows.ts'
import { AccessRules } from './access-rules.tsx'
import { roleMessages } from './messages.ts'
import { type RoleServices, roleServices } from './role-services.ts'
import styles from './roles.module.css'

const AccessMatrix = lazy(() => import('./access-matrix.tsx').then((module) => ({ default: module.AccessMatrix })))
const CopyAccess = lazy(() => import('./copy-access.tsx').then((module) => ({ default: module.CopyAccess })))

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

const views = ['Rules', 'Matrix'] as const

function Access({ rows, services, onChange }: AccessEditorProps & { services: RoleServices }) {
  const [view, setView] = useState<(typeof views)[number]>('Rules')
  const [text, setText] = useState('')
  const [added, setAdded] = useState<string | null>(null)
  const [copying, setCopying] = useState(false)
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const none = useMemo(() => rows.every(({ removed }) => removed), [rows])

  const add = () => {
    const row = newAccess()
    setText('')
    setAdded(row.key)
    onChange((now) => [...now, row])
  }
  const take = (copied: readonly AccessRow[], from: string) => {
    setCopying(false)
    onChange((now) => [...now, ...copied])
    const count = copied.length === 1 ? '1 rule' : `${copied.length} rules`
    notify({ type: 'success', title: roleMessages.module, text: `${count} of ${from} added, not saved yet.` })
  }

  return (
    <div className={styles.access}>
      <div className={styles.tools}>
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
            placeholder="Search services and components"
            icon={<IconSearch />}
            value={text}
            onChange={setText}
          />
        </div>
        <span className={styles.rest} />
        <Button icon={<IconCopy />} onClick={() => setCopying(true)}>
          Copy from…
        </Button>
        {view === 'Rules' && !none ? (
          <Button icon={<IconPlus />} onClick={add}>
            Add rule
          </Button>
        ) : null}
      </div>
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
      {copying ? (
        <Suspense fallback={null}>
          <CopyAccess onCopied={take} onClose={() => setCopying(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
