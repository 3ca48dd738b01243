import { isVerb } from '@millwright/contract/verbs'
import { isRecord } from '../system/body.ts'
import type { EventPath } from './event-paths.ts'

const mostPaths = 2_000

/** The addresses in an API description that people wrote; null when there are none, or it cannot be read. */
export async function pathsOfDefinition(content: string, format: number): Promise<readonly EventPath[] | null> {
  const document = await parsed(content, format)
  if (!isRecord(document) || !isRecord(document.paths)) return null
  const found = Object.entries(document.paths)
    .slice(0, mostPaths)
    .flatMap(([path, item]) => (isRecord(item) ? pathOf(path, item) : []))
  return found.length === 0 ? null : found
}

async function parsed(content: string, format: number): Promise<unknown> {
  try {
    if (format === 0) return JSON.parse(content)
    const { load } = await import('js-yaml')
    return load(content)
  } catch {
    return null
  }
}

function pathOf(written: string, item: Readonly<Record<string, unknown>>): EventPath[] {
  const path = written.split('/').filter(Boolean).join('/')
  const verbs = Object.keys(item)
    .map((name) => name.toUpperCase())
    .filter(isVerb)
  if (verbs.length === 0) return []
  const values = enumOf(path, [item, ...Object.values(item)])
  return [values === null ? { path, verbs } : { path, verbs, values }]
}

/** The values that a description allows for the first placeholder of its path. */
function enumOf(path: string, owners: readonly unknown[]): readonly string[] | null {
  const name = /\{([^{}]+)\}/.exec(path)?.[1]
  if (name === undefined) return null
  for (const owner of owners) {
    const parameters = isRecord(owner) && Array.isArray(owner.parameters) ? owner.parameters : []
    for (const parameter of parameters) {
      if (!isRecord(parameter) || parameter.name !== name || parameter.in !== 'path') continue
      const schema = isRecord(parameter.schema) ? parameter.schema : parameter
      if (Array.isArray(schema.enum)) return schema.enum.map(String)
    }
  }
  return null
}
