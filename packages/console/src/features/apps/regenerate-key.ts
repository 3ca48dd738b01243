import type { Loaded } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import type { Params } from '../../instance/transport.ts'
import type { AppRecord } from './app-draft.ts'

/**
 * Gives an app a new key; throws `InstanceError`, of kind `conflict` when the app changed since it was read. `byServer`: the
 * instance makes the key. Some servers, asked for that, change the key of the first app there is, whichever was meant, so
 * that they are given one.
 */
export async function regenerateKey(
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
