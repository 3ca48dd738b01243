import { invalid } from '@millwright/contract/problem'
import { audit, integer, text } from '@millwright/contract/records/field'
import { serviceFields } from '@millwright/contract/records/service'
import { acceptConfig } from '../accept-config.ts'
import { isRecord } from '../body.ts'
import { maskConfig, mergeConfig, parseConfig, sealConfig } from '../service-config.ts'
import { type Shape, shape } from '../shape.ts'

export const service: Shape = shape({
  table: 'service',
  label: 'Service',
  fields: serviceFields,
  columns: {
    name: {
      check: (value) =>
        /^[A-Za-z0-9_-]+$/.test(String(value))
          ? null
          : 'Service name should only contain letters, numbers, underscores and dashes.',
    },
    label: { write: withoutTags },
    description: { write: withoutTags },
    type: { check: (value) => (/^[a-z0-9_]+$/.test(String(value)) ? null : 'type is not a type of service.') },
    config: {
      select: `CAST("id" AS TEXT) || ':' || "config"`,
      read: (stored) => {
        const [id, config] = parted(String(stored))
        return { service_id: Number(id), ...maskConfig(config) }
      },
      accept: (sent) => (Array.isArray(sent) && sent.length === 0 ? {} : sent),
      check: (value) => (isRecord(value) ? null : 'config has to be an object.'),
      write: (value, { vault }) => JSON.stringify(sealConfig(isRecord(value) ? value : {}, vault)),
    },
  },
  async check(tx, { values, previous }) {
    if (previous !== null && values.type !== undefined && values.type !== previous.type) {
      const message = 'type cannot be changed.'
      throw invalid({ type: [message] })
    }
    if (typeof values.config === 'string') {
      const stored = previous === null ? null : parseConfig(String(previous.config))
      const sent = await acceptConfig(tx, String(previous?.type ?? values.type), parseConfig(values.config), stored)
      values.config = mergeConfig(stored ?? {}, sent)
    }
  },
})

/** A stored description of a service's API; it goes with its service. */
export const serviceDoc: Shape = shape({
  table: 'service_doc',
  label: 'Service Doc',
  fields: {
    service_id: integer({ nullable: false }),
    format: integer({ default: 0, nullable: false }),
    content: text(),
    created_date: audit.created_date,
    last_modified_date: audit.last_modified_date,
  },
  key: 'service_id',
  audit: 'dates',
  columns: {
    format: { check: (value) => (value === 0 || value === 1 ? null : 'format has to be 0 (JSON) or 1 (YAML).') },
  },
})

function parted(text: string): [string, string] {
  const colon = text.indexOf(':')
  return [text.slice(0, colon), text.slice(colon + 1)]
}

function withoutTags(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/<[^<>]*>/g, '').trim() : value
}
