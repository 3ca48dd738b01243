import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { invalidateCollection, type Loaded } from '../../instance/collections.ts'
import { useEnvironment } from '../../instance/environment.ts'
import { useWriteBlock } from '../../instance/instance-profile.ts'
import { send } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import { notify } from '../../notifications/notify.ts'
import { Button } from '../../ui/button.tsx'
import { RelativeDate } from '../../widgets/record-list/relative-date.tsx'
import { appName } from './app-columns.tsx'
import type { AppRecord } from './app-draft.ts'
import { CopyLine } from './copy-line.tsx'
import { t } from './messages.ts'

interface ApiKeyBoxProps {
  loaded: Loaded<AppRecord>
  params: Params
  /** The app with its new key. */
  onRegenerated: (loaded: Loaded<AppRecord>) => void
}

/** The key by which calls of an app are known, to copy, and to replace when it got into wrong hands. */
export function ApiKeyBox({ loaded, params, onRegenerated }: ApiKeyBoxProps) {
  const queryClient = useQueryClient()
  const writeBlock = useWriteBlock()
  const { platform } = useEnvironment()
  const { api_key: key, last_used_date: used } = loaded.record
  if (key === undefined) return null

  const regenerate = async () => {
    const done = await confirm({
      title: t.regenerateKeyOf({ name: appName(loaded.record) }),
      text: t.requestsWithTheCurrentKey,
      action: t.regenerateKey,
      danger: true,
      run: async () => onRegenerated(await regenerateKey(loaded, params, platform?.features !== undefined)),
    })
    if (!done) return
    notify({ type: 'success', title: t.module, text: t.regenerated({ name: appName(loaded.record) }) })
    void invalidateCollection(queryClient, 'system/app')
  }

  return (
    <CopyLine label={t.apiKey} what={t.theApiKey} text={key}>
      {used === undefined ? null : <KeyUse used={used} />}
      <Button size="small" disabledReason={writeBlock} onClick={() => void regenerate()}>
        {t.regenerate}
      </Button>
    </CopyLine>
  )
}

/** Tells whether anything would notice that a key is gone. */
function KeyUse({ used }: { used: string | null }) {
  if (used === null) return <span>{t.notUsedYet}</span>
  return <span>{t.lastUsed({ when: () => <RelativeDate value={used} /> })}</span>
}

/**
 * Gives an app a new key; throws `InstanceError`, of kind `conflict` when the app changed since it was read. `byServer`: the
 * instance makes the key. Some servers, asked for that, change the key of the first app there is, whichever was meant, so
 * that they are given one.
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

/** 64 hexadecimal digits, as servers make them. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
