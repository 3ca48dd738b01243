import { verbs } from '@millwright/contract/verbs'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { invalidateCollection } from '../../instance/collections.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { UsageSubject } from '../../widgets/charts/usage/usage-section.tsx'
import { useUsageSection } from '../../widgets/charts/usage/use-usage-section.tsx'
import { PlaceLink } from '../../widgets/explorer/place-link.tsx'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { NameFields } from '../../widgets/form/editor-frame/editor-parts.tsx'
import { LoadedRecord } from '../../widgets/form/editor-frame/loaded-record.tsx'
import type { Editor } from '../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import {
  DeclaredPanel,
  type NewRecordProps,
  type PanelOf,
  type PanelProps,
} from '../../widgets/form/panel/declared-panel.tsx'
import { ComponentField } from '../../widgets/pickers/component-field/component-field.tsx'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { roleSource, userSource } from '../../widgets/records/record-picker/record-source.ts'
import {
  anyVerb,
  draftOfLimitFor,
  type LimitDraft,
  type LimitRecord,
  limitEditing,
  limitLabels,
  type Named,
} from './limit-draft.ts'
import { unmatchedReason } from './limit-reach.ts'
import { limitTypeOptions, periodOptions, perPeriod, scopeOf } from './limit-words.ts'
import styles from './limits.module.css'
import { limitName } from './limits-list.tsx'
import { limitMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import { UsagePanel } from './use-panel.tsx'

const panel: PanelOf<LimitRecord, LimitDraft> = {
  path: '/limits',
  words: () => ({ module: limitMessages.module, one: limitMessages.limit, thing: t.one }),
  nameOf: limitName,
  useDeclaration: () => limitEditing,
  NewRecord: NewLimit,
  useSections,
  saved: (_record, isNew) => (isNew ? { text: t.created } : { title: t.one, text: t.updated }),
  inactiveNote: () => t.inactiveNote,
  useAfterSave() {
    const queryClient = useQueryClient()
    return () => void invalidateCollection(queryClient, 'system/limit_cache')
  },
}

/** The panel of one limit. */
export function LimitEditor(props: PanelProps) {
  return <DeclaredPanel panel={panel} {...props} />
}

/** `?role=5&name=Shop`, or `?user=…`, starts a new limit for who has that role, or for that user. */
function NewLimit({ onClose, children }: NewRecordProps<LimitDraft>) {
  const { role, user, name }: { role?: unknown; user?: unknown; name?: unknown } = useSearch({ strict: false })
  const of = role !== undefined ? 'role' : user !== undefined ? 'user' : null
  if (of === null) return children(null)
  return (
    <LoadedRecord<Named>
      collection={`system/${of}`}
      id={String(role ?? user)}
      params={{ fields: 'id,name,is_active' }}
      one={of === 'role' ? limitMessages.oneRole : limitMessages.oneUser}
      onClose={onClose}
    >
      {({ record }) => children(draftOfLimitFor(of, record, typeof name === 'string' ? name : (record.name ?? '')))}
    </LoadedRecord>
  )
}

/** The form of one limit, and its current usage. */
function useSections(editor: Editor<LimitRecord, LimitDraft>): readonly EditorSection[] {
  const { record } = editor
  const stored = record?.id === undefined ? null : { ...record, id: record.id }
  const usage = useUsageSection(stored && usageOfLimit(stored))
  return [
    { id: 'info', label: t.info, fields: Object.keys(limitLabels), content: <LimitFields form={editor} /> },
    ...(stored ? [{ id: 'use', label: t.use, fields: [], content: <UsagePanel limit={stored} /> }] : []),
    ...usage,
  ]
}

/** What a limit counts, and its rate; the type decides which controls are shown. */
function LimitFields({ form }: { form: FormFields<LimitDraft> }) {
  const { draft, set, field } = form
  const scope = scopeOf(draft.type)
  const notes = unmatchedReason(draft)
  return (
    <Stack gap={4}>
      <NameFields field={field} longest={255} />
      <SelectField
        {...field('type')}
        required
        placeholder={t.pleaseSelect}
        help={meaningOf(draft)}
        options={limitTypeOptions(draft.type)}
      />
      {scope?.service ? (
        <Row gap={1} align="end">
          <Stack grow shrink>
            <ServiceSelect
              {...field('service_id')}
              required
              help={notes.service_id}
              placeholder={t.pleaseSelect}
              value={draft.service_id?.id ?? null}
              onChange={(found) => set('service_id', found)}
            />
          </Stack>
          <PlaceLink service={draft.service_id?.label ?? null} component={scope.endpoint ? draft.endpoint : ''} />
        </Row>
      ) : null}
      {scope?.user === 'one' ? (
        <RecordPicker
          {...field('user_id')}
          required
          help={notes.user_id}
          source={userSource}
          placeholder={t.pleaseSelect}
          onChange={(found) => set('user_id', found)}
        />
      ) : null}
      {scope?.endpoint ? (
        <ComponentField
          {...field('endpoint')}
          required
          help={notes.endpoint ?? t.endpointHelp}
          service={draft.service_id?.label ?? null}
        />
      ) : null}
      {scope?.role ? (
        <RecordPicker
          {...field('role_id')}
          required
          help={notes.role_id}
          source={roleSource}
          placeholder={t.pleaseSelect}
          onChange={(found) => set('role_id', found)}
        />
      ) : null}
      <div className={styles.pair}>
        <TextField {...field('rate')} required inputMode="numeric" autoComplete="off" help={t.rateHelp} />
        <SelectField {...field('period')} required placeholder={t.pleaseSelect} options={periodOptions(draft.period)} />
      </div>
      <SelectField
        {...field('verb')}
        options={[{ value: anyVerb, label: limitMessages.any }, ...verbs.map((verb) => ({ value: verb, label: verb }))]}
      />
      <Checkbox {...field('is_active')} help={t.activeHelp} />
    </Stack>
  )
}

/** Describes in a sentence whose requests share a counter. */
function meaningOf({ type }: LimitDraft): string {
  const scope = scopeOf(type)
  if (scope === null) return t.typeHelp
  const where = scope.role ? 'role' : scope.endpoint ? 'endpoint' : scope.service ? 'service' : 'all'
  return t.requestsAreCounted({ user: scope.user ?? 'all', where })
}

/**
 * Returns the requests that a limit counts, as far as usage distinguishes them, and those that it rejected. `null` if usage cannot show
 * them.
 */
function usageOfLimit(limit: LimitRecord & { readonly id: number }): UsageSubject | null {
  const scope = scopeOf(limit.type ?? '')
  if (scope === null) return null
  const { user_id: user, role_id: role, endpoint, verb, rate, period } = limit
  const service = limit.service_by_service_id?.name
  // Usage does not distinguish resources below a path from others of the service.
  const path = scope.endpoint && endpoint && !endpoint.endsWith('*') ? endpoint.replace(/^\/|\/$/g, '') : null
  return {
    of: {
      ...(scope.user === 'one' && user ? { user } : {}),
      ...(scope.role && role ? { role } : {}),
      ...(scope.service && service ? { service: service.toLowerCase() } : {}),
      ...(path === null ? {} : { resource: `${path},${path}/{id}` }),
      ...(verb ? { verb } : {}),
    },
    splits: ['app', 'user'],
    log: [`limit_id:is:${limit.id}`],
    note: t.limitedRequests({ rate: `${rate ?? '?'}`, per: perPeriod(period) }),
  }
}
