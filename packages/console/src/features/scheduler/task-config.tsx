import { apiPrefix } from '@millwright/contract/headers'
import { type Verb, verbs } from '@millwright/contract/verbs'
import type { AccessExplanation, HypotheticalRequest } from '@millwright/contract/wire/access-explanation'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { send } from '../../instance/send.ts'
import { serverMessages } from '../../instance/server-sentences.ts'
import { useServiceList } from '../../instance/service-list.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useDebouncedValue } from '../../ui/use-settled.ts'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { PlaceLink } from '../../widgets/explorer/place-link.tsx'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { ComponentField } from '../../widgets/pickers/component-field/component-field.tsx'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { appSource, type PickedRecord, userSource } from '../../widgets/records/record-picker/record-source.ts'
import { t } from './opened/messages.ts'
import type { TaskDraft } from './task-draft.ts'

interface TaskConfigProps {
  /** `null` if it is not stored yet. */
  id: number | null
  form: FormFields<TaskDraft>
  plus: boolean
}

const hints: Readonly<Record<Verb, string>> = {
  GET: t.readHint,
  POST: t.createHint,
  PUT: t.replaceHint,
  PATCH: t.updateHint,
  DELETE: t.removeHint,
}

/** The request of a task and its schedule. */
export function TaskConfig({ id, form, plus }: TaskConfigProps) {
  const { draft, before, set, field } = form
  const services = useServiceList()?.services ?? []
  const { service_id: chosen } = draft
  const service = services.find(({ id }) => id === chosen)?.name ?? null
  /** The service whose components failed to load. */
  const [silent, setSilent] = useState<string | null>(null)
  // The stored component is only hidden, not cleared, so it reappears when the service responds again.
  const hidden =
    silent !== null && silent === service && chosen === before.service_id && draft.component === before.component

  const chooseService = (picked: PickedRecord | null) => {
    set('service_id', picked?.id ?? null)
    set('component', '')
    setSilent(null)
  }
  return (
    <Stack gap={4}>
      <Row gap={1} align="end">
        <Stack grow shrink>
          <ServiceSelect {...field('service_id')} required placeholder={t.selectAService} onChange={chooseService} />
        </Stack>
        <PlaceLink service={service} component={draft.component} />
      </Row>
      <ComponentField
        key={service}
        {...field('component')}
        placeholder={t.selectAComponent}
        help={t.componentHelp}
        service={service}
        value={hidden ? '' : draft.component}
        onFailed={(error) => {
          setSilent(service)
          notifyError(error)
        }}
      />
      <SelectField
        {...field('verb')}
        options={verbs.map((verb) => ({ value: verb, label: `${verb} (${hints[verb]})` }))}
      />
      <TaskTimetable form={form} plus={plus} />
      {draft.verb === 'GET' ? null : <CodeEditor {...field('payload')} language="json" lines={8} />}
      {plus ? <RunAs form={form} /> : null}
      <TaskAccess id={id} draft={draft} service={service} />
    </Stack>
  )
}

/** The app and user whose access a task has. */
function RunAs({ form }: { form: FormFields<TaskDraft> }) {
  const { set, field } = form
  return (
    <>
      <RecordPicker
        {...field('app_id')}
        help={t.authorAccessHelp}
        source={appSource}
        placeholder={t.noApp}
        clearable
        onChange={(app) => set('app_id', app && { id: app.id, label: app.label })}
      />
      <RecordPicker
        {...field('user_id')}
        source={userSource}
        placeholder={t.noUser}
        clearable
        onChange={(user) => set('user_id', user && { id: user.id, label: user.label })}
      />
    </>
  )
}

const CronMeaning = lazy(async () => {
  const { loadCronMeaning } = await import('./cron-meaning.tsx')
  return { default: await loadCronMeaning() }
})

interface TaskTimetableProps {
  form: FormFields<TaskDraft>
  /** Whether the server supports cron expressions. */
  plus: boolean
}

const choices = [
  {
    value: 'minutes',
    label: t.atAnInterval,
  },
  {
    value: 'cron',
    label: t.byCronExpression,
  },
] as const

/** The schedule of a task. */
function TaskTimetable({ form, plus }: TaskTimetableProps) {
  const { draft, field } = form
  return (
    <>
      {plus ? <SelectField {...field('timetable')} options={choices} /> : null}
      {draft.timetable === 'minutes' ? (
        <TextField {...field('frequency')} required type="number" min={1} step={1} inputMode="numeric" />
      ) : (
        <Stack gap={2}>
          <TextField
            {...field('cron')}
            required
            mono
            spellCheck={false}
            autoComplete="off"
            maxLength={255}
            placeholder="0 6 * * 1-5"
            help={t.whatCronIs}
          />
          <Suspense fallback={null}>
            <CronMeaning text={draft.cron} />
          </Suspense>
        </Stack>
      )}
    </>
  )
}

/** Milliseconds without a change before the access check is requested. */
const pause = 400

/** Warns that a task will fail, and why, if its caller lacks access. Renders nothing if access is allowed or unknown. */
function TaskAccess({ id, draft, service }: { id: number | null; draft: TaskDraft; service: string | null }) {
  const explains = hasFeature(useEnvironment(), 'explain-access')
  const requestJson = useDebouncedValue(JSON.stringify(supposedTask(id, draft, service)), pause)
  const { data } = useQuery({
    queryKey: ['access-explanation', 'task', requestJson],
    queryFn: async ({ signal }) => {
      const call = { verb: 'POST', path: 'system/access_explanation', evenLocked: true, signal } as const
      const [{ data: answer }] = await Promise.all([
        send<AccessExplanation>({ ...call, body: JSON.parse(requestJson) }),
        serverMessages.load(),
      ])
      return answer
    },
    enabled: explains && requestJson !== 'null',
    gcTime: 0,
  })
  const ownRights = draft.app_id === null && draft.user_id === null
  if (requestJson === 'null' || !data || data.allowed || (ownRights && data.decided_by !== 'author')) return null
  return (
    <Banner
      tone="warning"
      title={data.status === null ? t.willBeRefused : t.refusalPreview({ status: String(data.status) })}
    >
      {data.message === null ? null : serverMessages.say(data.message)}
    </Banner>
  )
}

/** The request that a task would make, for an access check; `null` if the task is not complete enough to check. */
export function supposedTask(id: number | null, draft: TaskDraft, service: string | null): HypotheticalRequest | null {
  const { app_id, user_id, component, verb } = draft
  if (service === null || (app_id === null && user_id === null && id === null)) return null
  const path = component.replace(/\?.*$/, '').replace(/\*$/, '')
  return {
    user_id: user_id?.id ?? null,
    app_id: app_id?.id ?? null,
    verb,
    path: `${apiPrefix}/${service}/${path}`,
    requestor: 'API',
    ...(id !== null && { task_id: id }),
  }
}
