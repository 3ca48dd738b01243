import { type App, appType } from '@millwright/contract/records/app'
import { webAddress } from '../../instance/web-address.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import type { PanelDeclaration } from '../../widgets/form/editor-frame/use-editor.ts'
import type { PickedRecord } from '../../widgets/records/record-picker/record-source.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'

/** The form of an app, with the field names of the API, so that errors map to their fields. */
export type AppDraft = {
  readonly name: string
  readonly description: string
  readonly is_active: boolean
  /** One of `appType`, or a type unknown to this console. */
  readonly type: number
  readonly storage_service_id: number | null
  readonly storage_container: string
  readonly path: string
  readonly url: string
  /** The role of callers with nothing but the key. */
  readonly role_id: PickedRecord | null
  /** `app` or `agent`; also what a server without owners and ends of apps would have. */
  readonly kind: string
  readonly owner_id: PickedRecord | null
  /** A date of the API; empty: the key does not end. */
  readonly expires_at: string
  readonly self_rotate: boolean
}

/** An app, as returned by any server. */
export type AppRecord = Partial<App> & {
  readonly user_by_owner_id?: { readonly name?: string; readonly is_active?: boolean } | null
}

export const appLabels = {
  name: t.applicationName,
  description: tabWords.description,
  is_active: tabWords.active,
  type: t.appLocation,
  storage_service_id: t.storageService,
  storage_container: t.storageFolder,
  path: tabWords.path,
  url: t.urlToApplication,
  role_id: t.defaultRole,
  kind: t.kind,
  owner_id: t.owner,
  expires_at: t.ends,
  self_rotate: t.selfRotate,
} as const satisfies { readonly [K in keyof AppDraft]: string }

const defaultContainer = 'applications'

/**
 * Declares how apps are edited; `storage` is the preselected file service of an app, `hasEnds` whether the server knows owners and ends of
 * apps.
 */
export function appEditing(storage: number | null, hasEnds: boolean): PanelDeclaration<AppRecord, AppDraft> {
  const toSend = (draft: AppDraft, record: AppRecord | null) => ({
    ...appToSend(draft, record),
    ...(hasEnds && lifeToSend(draft)),
  })
  return {
    collection: 'system/app',
    params: { fields: '*', related: `role_by_role_id${hasEnds ? ',user_by_owner_id' : ''}` },
    labels: appLabels,
    toDraft: (record) => draftOfApp(record, storage),
    toCopy: (record) => draftOfAppCopy(record, storage),
    toCreate: (draft) => toSend(draft, null),
    toUpdate: toSend,
    check: checkApp,
  }
}

/** Returns the form of an app, or of a new one if there is no record. */
export function draftOfApp(record: AppRecord | null, storage: number | null): AppDraft {
  const stored = record?.type === appType.storage
  return {
    name: record?.name ?? '',
    description: record?.description ?? '',
    is_active: record === null || record.is_active === true,
    type: record?.type ?? appType.none,
    storage_service_id: stored ? (record.storage_service_id ?? null) : (record?.storage_service_id ?? storage),
    storage_container: stored ? (record.storage_container ?? '') : (record?.storage_container ?? defaultContainer),
    path: record?.path ?? '',
    url: record?.url ?? '',
    role_id: roleOf(record),
    kind: record?.kind ?? 'app',
    owner_id: ownerOf(record),
    expires_at: record?.expires_at ?? '',
    self_rotate: record?.self_rotate === true,
  }
}

/** Returns the form of a copy, which gets its own key. */
export function draftOfAppCopy(record: AppRecord, storage: number | null): AppDraft {
  const draft = draftOfApp(record, storage)
  return { ...draft, name: t.copy({ name: draft.name }) }
}

function roleOf(record: AppRecord | null): AppDraft['role_id'] {
  const id = record?.role_id
  if (id === null || id === undefined) return null
  const role = record?.role_by_role_id
  return { id, label: role?.name ?? t.roleNumber({ id }), ...(role?.is_active === false && { inactive: true }) }
}

function ownerOf(record: AppRecord | null): AppDraft['owner_id'] {
  const id = record?.owner_id
  if (id === null || id === undefined) return null
  const owner = record?.user_by_owner_id
  return { id, label: owner?.name ?? `#${id}`, ...(owner?.is_active === false && { inactive: true }) }
}

function lifeToSend({ kind, owner_id, expires_at, self_rotate }: AppDraft): Record<string, unknown> {
  return { kind, owner_id: owner_id?.id ?? null, expires_at: expires_at === '' ? null : expires_at, self_rotate }
}

/** Returns the body of a create or update: common fields, and those of the app's type. */
export function appToSend(draft: AppDraft, record: AppRecord | null): Record<string, unknown> {
  const description = draft.description.trim()
  return {
    name: draft.name.trim(),
    description: description === '' ? (record?.description === '' ? '' : null) : description,
    is_active: draft.is_active,
    type: draft.type,
    role_id: draft.role_id?.id ?? null,
    ...placeToSend(draft),
  }
}

function placeToSend(draft: AppDraft): Record<string, unknown> {
  const path = draft.path.trim()
  switch (draft.type) {
    case appType.storage: {
      const { storage_service_id } = draft
      return { storage_service_id, storage_container: draft.storage_container.trim(), path }
    }
    case appType.url:
      return { url: draft.url.trim() }
    case appType.path:
      return { path }
    default:
      return {}
  }
}

/** Validates the form before it is sent; returns `null` if there is no problem. */
export function checkApp(draft: AppDraft): FormProblem | null {
  const fields: Record<string, string> = {}
  if (draft.name.trim() === '') fields.name = t.nameMissing
  if (draft.type === appType.url && draft.url.trim() === '') fields.url = t.urlMissing
  if (draft.type === appType.path && draft.path.trim() === '') fields.path = t.pathMissing
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

type Place = Pick<AppDraft, 'type' | 'storage_container' | 'path' | 'url'>

const placeMembers = ['type', 'storage_service_id', 'storage_container', 'path'] as const

/** Returns the origin of a stored app's launch URL; `null` if the instance returned none. */
export function storedOrigin(record: AppRecord | null): string | null {
  const isPlaced = record?.type === appType.storage || record?.type === appType.path
  return isPlaced ? (URL.parse(webAddress(record.launch_url) ?? '')?.origin ?? null) : null
}

/** Whether the launch URL that the instance returned is still valid for a changed form. */
export function hasSameLaunchUrl(one: AppDraft, other: AppDraft): boolean {
  return placeMembers.every((member) => one[member] === other[member])
}

/**
 * Returns the URL at which an app will be launched once it is saved; `null` if there is none, or if it cannot be known yet. `origin`: of the
 * instance. `service`: name of the chosen file service.
 */
export function launchPlace(place: Place, origin: string, service: string | undefined): string | null {
  switch (place.type) {
    case appType.storage:
      return service === undefined ? null : joined(origin, [service, place.storage_container, place.path])
    case appType.path:
      return place.path.trim() === '' ? null : joined(origin, [place.path])
    default:
      return null
  }
}

function joined(origin: string, parts: readonly string[]): string {
  const path = parts
    .flatMap((part) => part.trim().split('/'))
    .filter((part) => part !== '')
    .join('/')
  return `${origin}/${path}`
}
