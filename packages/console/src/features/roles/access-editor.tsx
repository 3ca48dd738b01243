import { IconCopy, IconPlus, IconSearch, IconZoomQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useMemo, useRef, useState } from 'react'
import { readRecord } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { messageOf } from '../../instance/instance-error.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { LoadFailure } from '../../widgets/load-failure/load-failure.tsx'
import { type PickedRecord, roleSource } from '../../widgets/record-picker/record-source.ts'
import { type AccessRow, accessRows, copiedAccess, newAccess } from './access-rows.ts'
import { AccessRules } from './access-rules.tsx'
import { roleMessages } from './messages.ts'
import type { RoleRecord } from './role-draft.ts'
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
  return <LoadFailure error={error} text="The services could not be read." onRetry={() => void refetch()} />
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
          <VisuallyHidden as="legend">View</VisuallyHidden>
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

const RecordPickerPopup = lazy(() =>
  import('../../widgets/record-picker/record-picker-popup.tsx').then((module) => ({
    default: module.RecordPickerPopup,
  })),
)

/** Takes the rules of another role over; nothing is saved by that. */
function CopyAccess({ onCopied }: { onCopied: (rows: readonly AccessRow[]) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [reading, setReading] = useState(false)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  const copy = async ({ id, label }: PickedRecord) => {
    setReading(true)
    try {
      const params = { fields: 'id', related: 'role_service_access_by_role_id' }
      const { record } = await readRecord<RoleRecord>(roleSource.collection, id, params)
      const rows = copiedAccess(accessRows(record.role_service_access_by_role_id))
      onCopied(rows)
      const count = rows.length === 1 ? '1 rule' : `${rows.length} rules`
      notify({ type: 'success', title: roleMessages.module, text: `${count} of ${label} added, not saved yet.` })
    } catch (error) {
      notify({ type: 'error', title: 'Api Error', text: messageOf(error) })
    } finally {
      setReading(false)
    }
  }

  return (
    <div>
      <Button
        ref={button}
        icon={<IconCopy />}
        loading={reading}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Copy from another role
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <RecordPickerPopup
            label="Copy rules from another role"
            anchor={button}
            source={roleSource}
            chosen={null}
            none={null}
            taken={undefined}
            onChoose={(role) => {
              close()
              if (role) void copy(role)
            }}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
