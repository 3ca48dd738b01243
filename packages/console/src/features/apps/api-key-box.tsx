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
import { parseWireDate } from '../../ui/dates.ts'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { Text } from '../../ui/text.tsx'
import { appName } from './app-columns.tsx'
import type { AppRecord } from './app-draft.ts'
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
