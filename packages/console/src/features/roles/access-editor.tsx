import { IconPlayerPause, IconPlus, IconSearch, IconZoomQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { serviceListQuery } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AccessRow, accessAsSaved, newAccess } from '../../widgets/access/access-rules/access-rows.ts'
import { asOneGrant } from '../../widgets/access/access-rules/one-grant.ts'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { tabWords } from '../../words/tabs/messages.ts'
import { AccessChangesNote } from './access-changes.tsx'
import notes from './access-notes.module.css'
import { AccessRules } from './access-rules.tsx'
import { AccessNotes, accessWarnings } from './access-warnings.tsx'
import { CopyAccess } from './copy-access.tsx'
import type { AskedCall } from './explain/call-fields.tsx'
import { roleMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import type { RoleDraft } from './role-draft.ts'
import { useHeldBy } from './role-holders.tsx'
import { type RoleServices, roleServices, serviceName } from './role-services.ts'
import styles from './roles.module.css'

const AccessMatrix = lazy(() => import('./access-matrix.tsx').then((module) => ({ default: module.AccessMatrix })))
const DraftExplain = lazy(() =>
  import('./explain/draft-explain.tsx').then((module) => ({ default: module.DraftExplain })),
)

interface AccessEditorProps {
  /** `null` if it is not stored yet. */
  id: number | null
  draft: RoleDraft
  /** The stored role. */
  before: RoleDraft
  onChange: (change: (rows: readonly AccessRow[]) => readonly AccessRow[]) => void
  onActivate: () => void
}

/** The access rules of a role. */
export function AccessEditor(props: AccessEditorProps) {
  const { data, error, refetch } = useQuery(serviceListQuery)
  const services = useMemo(() => (data ? roleServices(data) : null), [data])
  if (services) return <Access {...props} services={services} />
  if (!error) return <Skeleton lines={5} />
  return <LoadFailure error={error} text={t.servicesFailed} onRetry={() => void refetch()} />
}

const views = [
  {
    value: 'matrix',
    label: t.matrix,
  },
  {
    value: 'rules',
    label: t.rules,
  },
] as const

function Access({ id, draft, before, services, onChange, onActivate }: AccessEditorProps & { services: RoleServices }) {
  const rows = draft.access
  const [view, setView] = useState<(typeof views)[number]['value']>('matrix')
  const [text, setText] = useState('')
  const [added, setAdded] = useState<string | null>(null)
  const [call, setCall] = useState<AskedCall | null>(null)
  const navigate = useNavigate()
  const environment = useEnvironment()
  const explainsDrafts = hasFeature(environment, 'explain-draft')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const none = useMemo(() => rows.every(({ removed }) => removed), [rows])
  const warnings = useMemo(() => accessWarnings(rows, services.byId), [rows, services])
  const heldBy = useHeldBy(id)
  useMissingServices(rows, services)

  const add = () => {
    const row = newAccess()
    setText('')
    setAdded(row.key)
    onChange((now) => [...now, row])
  }
  const explain = () => {
    if (!explainsDrafts) return void navigate({ to: '/roles/explain' })
    const first = rows.find(({ removed, serviceId }) => !removed && serviceId !== null)
    setCall(call ? null : { verb: 'GET', requestor: 'API', path: first ? pathOf(services, first) : '' })
  }
  const showRules = (looked: { readonly serviceId: number | null; readonly component: string | null }) => {
    const component = (looked.component ?? '').replace(/^\/+|[/*]+$/g, '')
    setText(component || (serviceName(services, looked.serviceId) ?? ''))
    setView('rules')
  }
  return (
    <Stack gap={3}>
      {draft.is_active || none ? null : (
        <Stack as="ul" className={notes.notes} aria-label={tabWords.inactive}>
          <Row as="li" gap={2}>
            <IconPlayerPause aria-hidden="true" />
            <Text grow shrink>
              {t.roleInactiveNote}
            </Text>
            <Button size="small" onClick={onActivate}>
              {t.activateOnSave}
            </Button>
          </Row>
        </Stack>
      )}
      <Row gap={3} rowGap={2} wrap>
        <Segments reads label={t.view} options={views} value={view} onChange={setView} />
        <div className={styles.search}>
          <TextField
            label={t.searchRules}
            labelHidden
            type="search"
            placeholder={t.serviceOrComponent}
            icon={<IconSearch />}
            value={text}
            onChange={setText}
          />
        </div>
        <CopyAccess onCopied={(copied) => onChange((now) => [...now, ...copied])} />
        {explainsDrafts || hasFeature(environment, 'explain-access') ? (
          <Button
            reads
            icon={<IconZoomQuestion />}
            {...(explainsDrafts && { 'aria-expanded': call !== null })}
            onClick={explain}
          >
            {roleMessages.explainAccess}
          </Button>
        ) : null}
        {view === 'rules' && !none ? (
          <Button icon={<IconPlus />} onClick={add}>
            {t.addRule}
          </Button>
        ) : null}
      </Row>
      <AccessNotes rows={rows} services={services} warnings={warnings} onChange={onChange} onRules={showRules} />
      <Row gap={4} align="start" wrap>
        <Stack gap={3} shrink className={notes.main}>
          <Suspense fallback={<Skeleton lines={5} />}>
            {view === 'matrix' ? (
              <AccessMatrix
                rows={rows}
                services={services}
                text={wanted}
                onChange={onChange}
                onRules={({ serviceId, label }) => showRules({ serviceId, component: label })}
                onExplain={
                  explainsDrafts
                    ? ({ serviceId, label }, requestor) =>
                        setCall({
                          verb: call?.verb ?? 'GET',
                          requestor: requestor === 2 ? 'SCRIPT' : 'API',
                          path: pathOf(services, { serviceId, component: label }),
                        })
                    : null
                }
              />
            ) : none ? (
              <div className={styles.empty}>
                <p>{t.noRulesHelp}</p>
                <Button icon={<IconPlus />} onClick={add}>
                  {t.addRule}
                </Button>
              </div>
            ) : (
              <AccessRules
                rows={rows}
                services={services}
                text={wanted}
                warnings={warnings}
                added={added}
                onChange={onChange}
              />
            )}
          </Suspense>
          <AccessChangesNote before={before} draft={draft} services={services} heldBy={heldBy} />
        </Stack>
        {call ? (
          <Suspense fallback={null}>
            <DraftExplain
              role={{
                ...(id !== null && { id }),
                name: draft.name,
                is_active: draft.is_active,
                role_service_access_by_role_id: accessAsSaved(rows),
              }}
              call={call}
              onCall={setCall}
              onCloseHole={(place) => onChange((now) => asOneGrant(now, place))}
              onClose={() => setCall(null)}
            />
          </Suspense>
        ) : null}
      </Row>
    </Stack>
  )
}

/** Returns the path to which a rule applies: `sample/_table/customer`. */
function pathOf(services: RoleServices, { serviceId, component }: Pick<AccessRow, 'serviceId' | 'component'>): string {
  const path = (component ?? '').replace(/^\/+|[/*]+$/g, '')
  return [serviceName(services, serviceId) ?? '', path].filter(Boolean).join('/')
}

/** Warns of rules whose service was deleted or is not visible to the caller. */
function useMissingServices(rows: readonly AccessRow[], services: RoleServices): void {
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
