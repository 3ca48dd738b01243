import type { Service, ServiceDoc } from '@millwright/contract/records/service'
import type { ServiceType } from '@millwright/contract/wire/services'
import { type HasOne, oneOf } from '../../instance/has-one.ts'
import { type DatabaseAddress, nameFor } from '../../widgets/connection/database-address/database-address.ts'
import { sameValue } from '../../widgets/form/editor-frame/draft.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import type { EditorDeclaration } from '../../widgets/form/editor-frame/use-editor.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import type { ConfigField } from './config/config-field.ts'
import { fieldError, firstValue, formValue, isStoredSecret, wireValue, withoutSecrets } from './config/config-value.ts'
import { configKey, type Definition, type ServiceDraft } from './draft-members.ts'
import { t } from './messages.ts'

/** A service as any server may return it. */
export type ServiceRecord = Partial<Omit<Service, 'service_doc_by_service_id'>> & {
  readonly service_doc_by_service_id?: HasOne<ServiceDoc>
}

export const serviceParams = { fields: '*', related: 'service_doc_by_service_id' }

export const serviceCollection = 'system/service'

const ownLabels = {
  label: t.label,
  name: t.namespace,
  description: tabWords.description,
  is_active: tabWords.active,
  aliases: t.oldAddresses,
}

/** Editor declaration for services of a type. */
export function serviceEditing(
  type: ServiceType,
  fields: readonly ConfigField[],
): EditorDeclaration<ServiceRecord, ServiceDraft> {
  const labels: Record<string, string> = { ...ownLabels }
  for (const { name, label } of fields) labels[configKey(name)] = settingLabel(name, label, fields)
  labels.definition = t.serviceDefinition
  const toDraft = (record: ServiceRecord | null) => draftOfService(fields, record)
  return {
    collection: serviceCollection,
    params: serviceParams,
    hasOne: ['service_doc_by_service_id'],
    labels,
    toDraft,
    toCreate: (draft) => serviceToCreate(type.name, fields, draft),
    toUpdate: (draft, record) => serviceToUpdate(fields, draft, record),
    check: (draft) => checkService(fields, draft),
    fieldFor: (said) => memberFor(labels, said),
  }
}

/** Uses the labels of the script section for its settings. */
function settingLabel(name: string, label: string, fields: readonly ConfigField[]): string {
  const scripted = fields.some((field) => field.name === 'content')
  return (scripted && scriptLabels[name]?.()) || label
}

const scriptLabels: Readonly<Record<string, () => string>> = {
  storage_service_id: () => t.linkService,
  storage_path: () => tabWords.path,
  scm_repository: () => t.repository,
  scm_reference: () => t.branchOrTag,
}

export function draftOfService(fields: readonly ConfigField[], record: ServiceRecord | null): ServiceDraft {
  const stored = configOf(record)
  const settings = fields.map((field) => [
    configKey(field.name),
    record === null ? firstValue(field) : formValue(field, stored[field.name]),
  ])
  return {
    name: record?.name ?? '',
    label: record?.label ?? '',
    description: record?.description ?? '',
    is_active: record === null || record.is_active === true,
    aliases: Array.isArray(record?.aliases) ? record.aliases.map(String) : [],
    definition: definitionOf(record),
    ...Object.fromEntries(settings),
  }
}

/** Form values of a new service for a database URL. */
export function draftOfAddress(fields: readonly ConfigField[], { name, config }: DatabaseAddress): ServiceDraft {
  const typed = fields.flatMap((field) =>
    config[field.name] === undefined ? [] : [[configKey(field.name), formValue(field, config[field.name])] as const],
  )
  return { ...draftOfService(fields, null), label: name, name: nameFor(name), ...Object.fromEntries(typed) }
}

/** Form values of a copy: with another name, and without secrets, which no server returns. */
export function draftOfServiceCopy(fields: readonly ConfigField[], record: ServiceRecord): ServiceDraft {
  const draft = draftOfService(fields, record)
  const open = Object.fromEntries(Object.entries(draft).map(([member, held]) => [member, withoutSecrets(held)]))
  return { ...draft, ...open, aliases: [], name: `${draft.name}_copy`, label: t.copy({ label: draft.label }).trim() }
}

/** The settings in the form; an untouched secret is sent as its mask. */
export function settingsToSend(fields: readonly ConfigField[], draft: ServiceDraft): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, wireValue(field, draft[configKey(field.name)])]))
}

function serviceToCreate(type: string, fields: readonly ConfigField[], draft: ServiceDraft): object {
  return {
    name: draft.name.trim(),
    label: draft.label.trim(),
    description: draft.description.trim() || null,
    is_active: draft.is_active,
    type,
    config: settingsToSend(fields, draft),
    service_doc_by_service_id: docOf(draft.definition, null),
  }
}

/** Sends only what changed. Settings are sent together, since some servers validate them as a whole, but without secret masks. */
function serviceToUpdate(fields: readonly ConfigField[], draft: ServiceDraft, record: ServiceRecord): object {
  const before = draftOfService(fields, record)
  const changed = (member: keyof ServiceDraft & string) => !sameValue(before[member], draft[member])
  const settings = fields.filter(({ name }) => changed(configKey(name)))
  return {
    ...(changed('name') && { name: draft.name.trim() }),
    ...(changed('label') && { label: draft.label.trim() }),
    ...(changed('description') && { description: draft.description.trim() || null }),
    ...(changed('is_active') && { is_active: draft.is_active }),
    ...(changed('aliases') && { aliases: draft.aliases }),
    ...(settings.length > 0 && { config: configToSend(settings, draft, configOf(record)) }),
    ...(changed('definition') && {
      service_doc_by_service_id: docOf(draft.definition, oneOf(record.service_doc_by_service_id)),
    }),
  }
}

function configToSend(changed: readonly ConfigField[], draft: ServiceDraft, stored: Record<string, unknown>): object {
  const { service_id: _owner, ...rest } = stored
  const untouched = Object.entries(rest).filter(([, value]) => !isStoredSecret(value))
  const typed = changed.map((field) => [field.name, wireValue(field, draft[configKey(field.name)])])
  return { ...Object.fromEntries(untouched), ...Object.fromEntries(typed) }
}

/** The stored settings, or an empty object if the server sends something else. */
export function configOf(record: ServiceRecord | null): Record<string, unknown> {
  const config: unknown = record?.config
  return typeof config === 'object' && config !== null && !Array.isArray(config) ? { ...config } : {}
}

function definitionOf(record: ServiceRecord | null): Definition {
  const doc = oneOf(record?.service_doc_by_service_id)
  return { format: doc?.format === 1 ? 'yaml' : 'json', content: doc?.content ?? '' }
}

function docOf({ content, format }: Definition, stored: ServiceDoc | null): object | null {
  return content.trim() === '' ? null : { ...stored, content, format: format === 'yaml' ? 1 : 0 }
}

/** The draft member that a server means by `host`, `config.host` or `config.parameters.0.name`. */
function memberFor(labels: Readonly<Record<string, string>>, said: string): string {
  if (said.startsWith('service_doc_by_service_id')) return 'definition'
  const [first = '', second = ''] = said.split('.')
  const candidates = [said, configKey(first === 'config' ? second : first), first]
  return candidates.find((candidate) => candidate in labels) ?? said
}

/** The change of a service's name by a draft; `null` if there is none. */
export function renameOf({ id, name }: ServiceRecord, draft: ServiceDraft) {
  const to = draft.name.trim()
  if (id === undefined || !name || name === to) return null
  const stays = hasName(draft.aliases, name)
  return { path: `${serviceCollection}/${id}`, from: name, to, stays, usage: { service: name } }
}

/** Whether a list has a name of a service, ignoring case. */
export const hasName = (names: readonly string[], name: string) => names.some((each) => isSameName(each, name))

export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Validates the form before it is sent; returns `null` if it is valid. */
function checkService(fields: readonly ConfigField[], draft: ServiceDraft): FormProblem | null {
  const found: Record<string, string> = { ...nameComplaints(draft) }
  for (const field of fields) {
    const member = configKey(field.name)
    const complaint = fieldError(field, draft[member])
    if (complaint !== null) found[member] = complaint
  }
  const definition = definitionComplaint(draft.definition)
  if (definition !== null) found.definition = definition
  return Object.keys(found).length > 0 ? { fields: found, general: [] } : null
}

function nameComplaints({ name, label }: ServiceDraft): Record<string, string> {
  return {
    ...(label.trim() === '' && { label: t.labelIsRequired }),
    ...(name.trim() === '' && { name: t.namespaceIsRequired }),
  }
}

/** The message that users know for a missing name, label or both, or `null`. */
export function missingNames({ name, label }: ServiceDraft): string | null {
  const noName = name.trim() === ''
  const noLabel = label.trim() === ''
  if (noName && noLabel) return t.bothMissing
  return noName ? t.nameMissing : noLabel ? t.labelMissing : null
}

/** Whether a name follows the rules for service names; others work only in some places. */
export function isPlainName(name: string): boolean {
  return /^[a-z0-9_-]+$/.test(name)
}

function definitionComplaint({ format, content }: Definition): string | null {
  if (format !== 'json' || content.trim() === '') return null
  try {
    const parsed: unknown = JSON.parse(content)
    return typeof parsed === 'object' && parsed !== null ? null : t.definitionInvalid
  } catch {
    return t.invalidJson
  }
}
