import type { ServiceType } from '@millwright/contract/wire/services'
import { respondWith } from '../../../testing/answering.ts'

const option = (name: string | number | null, label = String(name)) => ({ name, label })

const columns = [
  { name: 'name', label: 'Name', type: 'string', required: true },
  { name: 'secret', label: 'Secret', type: 'password' },
  { name: 'on', label: 'On', type: 'boolean', default: true },
  { name: 'level', label: 'Level', type: 'picklist', values: [option('high'), option('low')] },
  { name: 'event', label: 'Event', type: 'event_picklist' },
  { name: 'action', label: 'Verbs', type: 'verb_mask' },
]

/** A service type with every kind of control. */
export const everyControl: ServiceType = {
  name: 'every',
  label: 'Every Control',
  group: 'Odd things',
  config_schema: [
    { name: 'line', label: 'Line', type: 'string', required: true, length: 10 },
    { name: 'long', label: 'Long', type: 'text' },
    { name: 'secret', label: 'Secret', type: 'password' },
    { name: 'count', label: 'Count', type: 'integer', default: 7 },
    { name: 'on', label: 'Switch', type: 'boolean', default: true },
    { name: 'pick', label: 'Pick', type: 'picklist', values: [option(null, 'Nothing'), option(3, 'Three')] },
    { name: 'some', label: 'Some', type: 'multi_picklist', columns: 2, values: [option('x'), option('y')] },
    { name: 'role_id', label: 'Holder', type: 'reference', ref_table: 'role', ref_field: 'id' },
    { name: 'lines', label: 'Lines', type: 'array', items: 'string' },
    { name: 'table', label: 'Table', type: 'array', items: columns },
    { name: 'map', label: 'Map', type: 'object', object: { key: { label: 'Key' }, value: { label: 'Worth' } } },
    { name: 'mask', label: 'Mask', type: 'verb_mask' },
    { name: 'cert', label: 'Certificate', type: 'file_certificate' },
    { name: 'odd', label: 'Odd', type: 'hologram' },
  ],
}

const cache = [
  { name: 'cache_enabled', label: 'Caching', type: 'boolean', default: false },
  { name: 'cache_ttl', label: 'Time To Live', type: 'integer', default: 0 },
]

const linked = [
  { name: 'storage_service_id', type: 'integer' },
  { name: 'storage_path', type: 'string' },
  { name: 'scm_repository', type: 'string' },
  { name: 'scm_reference', type: 'string' },
]

/** As another vendor's instance lists them: without availability, and with missing members. */
export const knownTypes: readonly ServiceType[] = [
  { name: 'bare' },
  {
    name: 'sqlite',
    label: 'SQLite',
    group: 'Database',
    config_schema: [
      { name: 'database', label: 'Database', type: 'string', required: true },
      { name: 'options', label: 'Driver Options', type: 'object' },
      ...cache,
    ],
  },
  {
    name: 'smtp_email',
    label: 'SMTP',
    group: 'Email',
    config_schema: [
      { name: 'host', label: 'Host', type: 'string', required: true },
      { name: 'password', label: 'Password', type: 'text' },
      { name: 'from_name', label: 'From Name', type: 'string' },
    ],
  },
  {
    name: 'nodejs',
    label: 'Node.js',
    group: 'Script',
    subscription_required: 'SILVER',
    config_schema: [{ name: 'content', label: 'Content', type: 'text' }, ...linked, ...cache],
  },
  {
    name: 'excel',
    label: 'Spreadsheets',
    group: 'Excel',
    config_schema: [
      { name: 'storage_service_id', type: 'integer', required: true },
      { name: 'storage_container', type: 'string', default: '/' },
    ],
  },
  { name: 'system', label: 'System', group: 'System', singleton: true, config_schema: [] },
  everyControl,
]

/** Makes the instance list these types instead of its own. */
export const withTypes = respondWith({ part: '/system/service_type' }, 200, { resource: knownTypes })
