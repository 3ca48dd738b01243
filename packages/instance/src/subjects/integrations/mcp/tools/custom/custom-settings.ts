import type { FieldMessages } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { PromptOffer } from '../../surface.ts'

type ParameterPlace = 'query' | 'path' | 'body' | 'header'

export interface CustomParameter {
  readonly name: string
  readonly type: 'string' | 'number' | 'integer' | 'boolean'
  readonly in: ParameterPlace
  readonly required: boolean
  readonly description: string
}

/** A tool defined by an administrator: a request or a script. */
export interface CustomTool {
  readonly name: string
  readonly description: string
  readonly type: 'api' | 'function'
  readonly method: string
  readonly url: string
  readonly parameters: readonly CustomParameter[]
  readonly headers: Readonly<Record<string, string>>
  readonly place: {
    readonly content: string | null
    readonly serviceId: number | null
    readonly path: string | null
    readonly repository: string | null
    readonly reference: string | null
  }
}

type Config = Readonly<Record<string, unknown>>

/** The enabled custom tools. */
export function customTools({ custom_tools }: Config): readonly CustomTool[] {
  return rows(custom_tools)
    .filter(({ enabled }) => enabled !== false)
    .map((row) => ({
      name: String(row.name),
      description: String(row.description ?? ''),
      type: row.tool_type === 'function' ? 'function' : 'api',
      method: String(row.http_method ?? 'GET'),
      url: String(row.url ?? ''),
      parameters: rows(row.parameters).map(parameter),
      headers: texts(row.headers),
      place: {
        content: textOf(row.function),
        serviceId: typeof row.storage_service_id === 'number' ? row.storage_service_id : null,
        path: textOf(row.storage_path),
        repository: textOf(row.scm_repository),
        reference: textOf(row.scm_reference),
      },
    }))
}

function parameter({ name, type, in: place, required, description }: Config): CustomParameter {
  return {
    name: String(name),
    type: type === 'number' || type === 'integer' || type === 'boolean' ? type : 'string',
    in: place === 'path' || place === 'body' || place === 'header' ? place : 'query',
    required: required === true,
    description: String(description ?? ''),
  }
}

/** Validation messages for tools that could never be called. */
export function customToolsProblem({ custom_tools }: Config): FieldMessages | null {
  const wrong = rows(custom_tools).flatMap(({ name, tool_type, url, parameters, function: body, storage_path }) => {
    const tool = String(name)
    const named = rows(parameters).find((each) => !/^[A-Za-z_]\w*$/.test(String(each.name)))
    return [
      ...(/^\w{1,100}$/.test(tool) ? [] : [`The name '${tool}' may have letters, digits and _ only.`]),
      ...(named === undefined
        ? []
        : [`The parameter '${String(named.name)}' of '${tool}' may have letters, digits and _ only.`]),
      ...(tool_type === 'function' && !textOf(body) && !textOf(storage_path)
        ? [`The script of '${tool}' is missing.`]
        : []),
      ...(tool_type !== 'function' && !isAddress(url)
        ? [`The url of '${tool}' must begin with /api/v2/, http:// or https://.`]
        : []),
    ]
  })
  return wrong.length === 0 ? null : { custom_tools: wrong }
}

const isAddress = (url: unknown) => typeof url === 'string' && /^(?:\/api\/v2\/|https?:\/\/)./.test(url)

function rows(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

function texts(value: unknown): Record<string, string> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)])) : {}
}

interface Written {
  readonly name: string
  readonly description: string
  readonly text: string
}

/** Prompts that every service offers. */
const shipped: readonly Written[] = [
  {
    name: 'explore',
    description: 'What data there is, and what it is about.',
    text: 'Call get_data_model. Then tell me in plain words what data there is, how the tables belong together, and five questions that it can answer.',
  },
  {
    name: 'report',
    description: 'A short report on a subject.',
    text: 'Make a short report on {subject}: find the tables that matter, sum up with aggregate_data where you can, and show the figures as a table with one sentence for each finding.',
  },
  {
    name: 'check_data',
    description: 'What is odd in a table.',
    text: 'Look for what is odd in the table {table}: missing values, duplicates, values out of range, broken references. Name counts and examples, and change nothing.',
  },
]

/** The prompts that people choose by name: those in the settings, and the built-in ones with other names. */
export function promptsOf(config: Readonly<Record<string, unknown>>): readonly PromptOffer[] {
  const own = rows(config.prompts).map(({ name, description, text }) => ({
    name: String(name),
    description: String(description ?? ''),
    text: String(text),
  }))
  const taken = new Set(own.map(({ name }) => name))
  return [...own, ...shipped.filter(({ name }) => !taken.has(name))].map(offer)
}

function offer({ name, description, text }: Written): PromptOffer {
  const named = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, argument = '']) => argument))]
  return {
    name,
    description,
    arguments: named.map((argument) => ({ name: argument, required: true })),
    fill: (args) => ({
      description,
      messages: [{ role: 'user', content: { type: 'text', text: filled(text, args) } }],
    }),
  }
}

function filled(text: string, args: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (found, name: string) => args[name] ?? found)
}
