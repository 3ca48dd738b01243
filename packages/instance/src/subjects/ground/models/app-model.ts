import { appFields, appKinds, appType } from '@millwright/contract/records/app'
import { secretMask } from '@millwright/contract/records/lookup'
import { isoMicros } from '../../../platform/clock.ts'
import type { DeclaredTable, ReadContext } from '../../../records/system/declared-table.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import type { ReadAt } from '../../../records/system/read-place.ts'

const keyForm = /^[A-Za-z0-9]{64,255}$/

export const app: DeclaredTable = declareTable({
  table: 'app',
  label: 'App',
  fields: appFields,
  authority: {
    columns: {
      name: 'plain',
      api_key: 'grants',
      description: 'plain',
      is_active: 'grants',
      type: 'publishes',
      path: 'decides',
      url: 'addresses',
      storage_service_id: ['publishes', { names: 'service' }],
      storage_container: 'publishes',
      requires_fullscreen: 'plain',
      allow_fullscreen_toggle: 'plain',
      toggle_location: 'plain',
      role_id: 'grants',
      kind: 'plain',
      owner_id: ['grants', { names: 'user' }],
      expires_at: 'grants',
      self_rotate: 'grants',
    },
    grants: ({ role_id }) => role_id,
    publishes: ({ type, storage_service_id, storage_container }) =>
      type === appType.storage && typeof storage_service_id === 'number'
        ? { serviceId: storage_service_id, folder: String(storage_container ?? '') }
        : null,
  },
  columns: {
    api_key: {
      accept: (sent) => (sent === secretMask ? undefined : sent),
      auditedAs: () => secretMask,
      shownWithRole: 'role_id',
      select: `CASE WHEN "key_hidden" = 1 THEN '${secretMask}' ELSE "api_key" END`,
      secrets: { open: (stored) => stored, hide: (plain, _row, replace) => replace(plain) },
      check: (value) => (isApiKey(value) ? null : 'api_key must be 64 to 255 letters and digits.'),
    },
    type: {
      check: (value) =>
        value === 0 || value === 1 || value === 2 || value === 3 || value === 4 ? null : 'type must be 0 to 4.',
    },
    url: {
      check: (value) =>
        typeof value === 'string' && /^\s*[a-z][a-z0-9+.-]*:/i.test(value) && !/^\s*https?:/i.test(value)
          ? 'url must begin with http:// or https://, or be a path.'
          : null,
    },
    storage_service_id: { references: 'service', accept: (sent) => (sent === 0 || sent === '' ? null : sent) },
    role_id: { references: 'role', accept: (sent) => (sent === '' ? null : sent) },
    kind: {
      check: (value) =>
        appKinds.some((kind) => kind === value) ? null : `kind must be one of ${appKinds.join(', ')}.`,
    },
    owner_id: { references: 'user', accept: (sent) => (sent === 0 || sent === '' ? null : sent) },
    expires_at: {
      accept: (sent) => (sent === '' ? null : sent),
      check: (value) =>
        momentOf(value) === null ? 'expires_at must be a date and a time, such as 2027-01-31T12:00:00Z.' : null,
      write: (value) => momentOf(value),
    },
    key_hidden: { read: (stored) => stored === 1 },
    launch_url: {
      stored: false,
      select: `CASE "type"
        WHEN ${appType.storage} THEN (SELECT '1/' || "name" || '/' || coalesce("app"."storage_container", '') || '/' || coalesce("app"."path", '')
          FROM "service" WHERE "service"."id" = "app"."storage_service_id")
        WHEN ${appType.url} THEN '2/' || coalesce("url", '')
        WHEN ${appType.path} THEN '3/' || coalesce("path", '') END`.replace(/\s+/g, ' '),
      read: launchUrl,
    },
  },
})

export const appRecords: ReadAt = { table: 'app', column: 'id', places: [{ name: 'app', scope: { values: {} } }] }

export function isApiKey(value: unknown): boolean {
  return typeof value === 'string' && keyForm.test(value)
}

/** A date with a time zone as it is stored; `null` if it is none. A day alone is the beginning of it. */
function momentOf(value: unknown): string | null {
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2}))?$/i.test(value)
  )
    return null
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? null : isoMicros(ms)
}

/** The selected text consists of the type, a slash, and the URL or path. It is `null` if the app cannot be launched. */
function launchUrl(stored: unknown, _: unknown, { origin, appsOrigin }: ReadContext): string {
  if (typeof stored !== 'string') return ''
  const place = stored.slice(2)
  if (stored.startsWith(`${appType.url}`)) return place
  return `${stored.startsWith(`${appType.storage}`) ? appsOrigin() : origin()}/${place
    .split('/')
    .filter((part) => part !== '')
    .join('/')}`
}
