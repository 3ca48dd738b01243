import { appKinds } from '@millwright/contract/records/app'
import { secretMask } from '@millwright/contract/records/lookup'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { invalidateCollection, type Loaded } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { send } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { localMoment, parseWireDate } from '../../ui/dates.ts'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Text } from '../../ui/text.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { findQuery, type RecordSource, userSource } from '../../widgets/records/record-picker/record-source.ts'
import { appName } from './app-columns.tsx'
import type { AppDraft, AppRecord } from './app-draft.ts'
import styles from './apps.module.css'
import { CopyLine } from './copy-line.tsx'
import { t } from './messages.ts'

const RotateDialog = lazy(() => import('./rotate-dialog.tsx').then((module) => ({ default: module.RotateDialog })))

interface ApiKeyBoxProps {
  loaded: Loaded<AppRecord>
  params: Params
  /** Called with the app and its new key. */
  onRegenerated: (loaded: Loaded<AppRecord>) => void
}

/** The API key that identifies an app: can be copied, and replaced if it was leaked. */
export function ApiKeyBox({ loaded, params, onRegenerated }: ApiKeyBoxProps) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const environment = useEnvironment()
  const { platform } = environment
  const [rotating, setRotating] = useState(false)
  const { api_key: key, last_used_date: used, key_hidden: isShownOnce } = loaded.record
  if (key === undefined) return null
  if (key === secretMask && isShownOnce !== true) return <HiddenKey />

  const regenerate = async () => {
    const done = await confirm({
      title: t.regenerateKeyQuestion({ name: appName(loaded.record) }),
      text: t.regenerateKeyWarning,
      action: t.regenerateKey,
      danger: true,
      run: async () => onRegenerated(await regenerateKey(loaded, params, platform?.features !== undefined)),
    })
    if (!done) return
    notify({ type: 'success', title: t.module, text: t.regenerated({ name: appName(loaded.record) }) })
    void invalidateCollection(queryClient, 'system/app')
  }

  return (
    <CopyLine label={t.apiKey} what={t.theApiKey} text={isShownOnce === true ? null : key}>
      {isShownOnce === true ? <span>{t.shownOnce}</span> : null}
      {used === undefined ? null : <KeyUse used={used} />}
      <EarlierKey until={loaded.record.previous_key_until} />
      {hasFeature(environment, 'key-ends') ? (
        <Button size="small" disabledReason={writeBlock} onClick={() => setRotating(true)}>
          {t.rotate}
        </Button>
      ) : null}
      <Button size="small" disabledReason={writeBlock} onClick={() => void regenerate()}>
        {t.regenerate}
      </Button>
      {rotating ? (
        <Suspense fallback={null}>
          <RotateDialog loaded={loaded} params={params} onRotated={onRegenerated} onClose={() => setRotating(false)} />
        </Suspense>
      ) : null}
    </CopyLine>
  )
}

/** Until when the key before the last rotation works, if it still does. */
function EarlierKey({ until }: { until: string | null | undefined }) {
  const end = parseWireDate(until ?? '')
  if (end === null || end.getTime() <= Date.now()) return null
  return <span>{t.earlierKeyEnds({ when: () => <RelativeDate value={until ?? ''} /> })}</span>
}

function HiddenKey() {
  return (
    <div className={styles.info}>
      <Text as="span" tone="muted" size="sm" weight="medium">
        {t.apiKey}
      </Text>
      <Text tone="muted">{t.keyHidden}</Text>
    </div>
  )
}

/** Shows when the key was last used, to judge what replacing it would break. */
function KeyUse({ used }: { used: string | null }) {
  if (used === null) return <span>{t.notUsedYet}</span>
  return <span>{t.lastUsed({ when: () => <RelativeDate value={used} /> })}</span>
}

/**
 * Gives an app a new key. Throws `InstanceError` of kind `conflict` if the app changed since it was loaded. `byServer`: the instance
 * generates the key. Some servers then change the key of the first app instead of the requested one, so they are sent a key.
 */
async function regenerateKey(
  { record, etag }: Loaded<AppRecord>,
  params: Params,
  byServer: boolean,
): Promise<Loaded<AppRecord>> {
  const answer = await send<AppRecord>({
    verb: 'PATCH',
    path: `system/app/${encodeURIComponent(String(record.id))}`,
    params: byServer ? { ...params, regenerate: true } : params,
    body: byServer ? {} : { api_key: newKey() },
    ...(etag !== null && { headers: { 'If-Match': etag } }),
  })
  return { record: answer.data, etag: answer.etag }
}

/** Generates 64 hexadecimal digits, like servers do. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const adminSource: RecordSource = { ...userSource, collection: 'system/admin', path: '/admins' }

/** Whoever can own an app: users, and administrators as far as they may be read. */
const ownerSource: RecordSource = {
  ...userSource,
  get many() {
    return userSource.many
  },
  finds: {
    variant: 'owners',
    async find({ text, most, client }) {
      const people = [userSource, adminSource].map((source) => client.fetchQuery(findQuery(source, text)))
      const found = (await Promise.allSettled(people)).flatMap((each) =>
        each.status === 'fulfilled' ? each.value : [],
      )
      const records = found.flatMap((each) => each.records)
      return { records: records.slice(0, most), more: records.length > most || found.some(({ more }) => more) }
    },
  },
}

/** What kind of app it is, whose, and when its key ends. */
export function KeyLife({ form: { draft, field, set } }: { form: FormFields<AppDraft> }) {
  const end = parseWireDate(draft.expires_at)
  return (
    <>
      <SelectField
        {...field('kind')}
        help={t.kindHelp}
        options={appKinds.map((value) => ({ value, label: value === 'agent' ? t.kindAgent : t.kindApp }))}
      />
      <RecordPicker
        {...field('owner_id')}
        help={draft.owner_id?.inactive ? t.inactiveOwnerWarning : t.ownerHelp}
        source={ownerSource}
        placeholder={t.noOwner}
        clearable
      />
      <TextField
        {...field('expires_at')}
        type="datetime-local"
        help={end !== null && end.getTime() <= Date.now() ? t.endedHelp : t.endsHelp}
        value={end === null ? '' : localMoment(end.getTime())}
        onChange={(value) => set('expires_at', value === '' ? '' : new Date(value).toISOString())}
      />
      <Checkbox {...field('self_rotate')} help={t.selfRotateHelp} />
    </>
  )
}
