import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import type { RunningInstance } from '../harness/instance.ts'
import { type HeldFigures, holdNode } from './held-node.ts'
import { formWith, worstArchives } from './worst-forms.ts'

export interface WorstFigures extends HeldFigures {
  readonly operations: number
}

interface Body {
  readonly name: string
  readonly type: string
  readonly text: string
}

interface Operation {
  readonly verb: string
  readonly path: string
  /** The part of a form that has a file; `null`: it takes no form. */
  readonly part: string | null
  /** Whether it unpacks archives if it is asked to. */
  readonly extracts: boolean
}

const repeated = (count: number, text: string) => Array.from({ length: count }, () => text).join(',')
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Bodies as large as they are accepted, or just above. */
function worstWrites(): readonly Body[] {
  const json = (name: string, text: string) => ({ name, type: 'application/json', text })
  const terms = numbers(100_000).map((at) => `id = ${at}`)
  return [
    json('50,000 records', `{"resource":[${repeated(50_000, '{"name":"a","id":1}')}]}`),
    json('a record of 400,000 members', `{${numbers(400_000).map((at) => `"m${at}":1`)}}`),
    json('990,000 values in a member', `{"name":[${repeated(990_000, '1')}]}`),
    json('99 levels', `{"resource":[${repeated(5_000, `{"name":${'['.repeat(90)}${']'.repeat(90)}}`)}]}`),
    json('a text of 9 MB', `{"name":"${'a'.repeat(9_000_000)}"}`),
    json('a filter of 100,000 terms', JSON.stringify({ filter: terms.join(' or ') })),
    {
      name: 'XML of 400,000 levels',
      type: 'application/xml',
      text: `${'<a>'.repeat(400_000)}${'</a>'.repeat(400_000)}`,
    },
    { name: 'XML with 199,000 tags', type: 'application/xml', text: `<r>${'<a>1</a>'.repeat(99_400)}</r>` },
    { name: 'CSV of 1,000,000 rows', type: 'text/csv', text: `name\n${'1\n'.repeat(1_000_000)}` },
    { name: 'CSV of 900,000 columns', type: 'text/csv', text: `${numbers(900_000).join(',')}\n1\n` },
    { name: 'CSV of 50,000 rows', type: 'text/csv', text: `name,id\n${'a,1\n'.repeat(50_000)}` },
    {
      name: 'a form of 99,000 fields',
      type: 'application/x-www-form-urlencoded',
      text: numbers(99_000)
        .map((at) => `f${at}=1`)
        .join('&'),
    },
  ]
}

/** Bodies of reads that are sent as a `POST`. */
function worstReads(): readonly Body[] {
  const json = (name: string, body: object) => ({ name, type: 'application/json', text: JSON.stringify(body) })
  const ids = numbers(10_000).join(',')
  return [
    json('10,000 ids', { ids, continue: true }),
    json('a condition with 10,000 values', { filter: `id in (${ids})` }),
    json('1,000 terms', {
      filter: numbers(1_000)
        .map((at) => `(id = ${at})`)
        .join(' or '),
    }),
    json('5,000 names', {
      fields: numbers(5_000)
        .map((at) => `f${at}`)
        .join(','),
      order: repeated(5_000, 'id'),
    }),
    json('everything', { related: '*', fields: '*', limit: 1_000_000, include_count: true }),
  ]
}

/** What takes the worst archives, and no document describes. */
const undescribed: readonly Operation[] = [
  { verb: 'POST', path: 'system/config/folder', part: 'file', extracts: false },
]

/** What ends the session or the instance's own accounts, or waits for events. */
const left = /session|password|two_factor|two_step|passkey|\/run$|tail/

/** Sends the worst inputs to one in `every` of the described operations, while `/health/live` is asked all the time. */
export async function sendWorst(instance: RunningInstance, every: number): Promise<WorstFigures> {
  const { send, token, figures } = await holdNode(instance)
  const chosen = (await described(instance.url, token)).filter((_, at) => at % every === 0)
  const operations = [...chosen, ...undescribed]
  const writes = worstWrites()
  const reads = worstReads()
  const archives = await worstArchives()
  const sendBody = ({ verb, path }: Pick<Operation, 'verb' | 'path'>, { name, type, text }: Body) =>
    send(`${verb} ${path} with ${name}`, verb, path, { type, body: text })
  for (const operation of operations) {
    if (operation.verb === 'GET') {
      const read = { verb: 'POST', path: `${operation.path}?method=GET` }
      for (const body of reads) await sendBody(read, body)
    } else for (const body of writes) await sendBody(operation, body)
    const { verb, path, part, extracts } = operation
    if (part === null) continue
    for (const archive of archives) {
      const to = extracts ? `${path}?extract=true` : `${path}?plan=true`
      await send(`${verb} ${path} with ${archive.name}`, verb, to, await formWith(part, archive))
    }
  }
  return { ...figures(), operations: operations.length }
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name?: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: FormSchema }>> }
}

interface FormSchema {
  readonly properties?: Readonly<Record<string, object>>
}

async function described(url: string, token: string): Promise<readonly Operation[]> {
  const response = await fetch(`${url}${apiPrefix}/api_docs`, { headers: { [sessionTokenHeader]: token } })
  const document: { paths: Record<string, Record<string, DescribedOperation>> } = await response.json()
  return Object.entries(document.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((verb) => {
      const operation = item[verb]
      if (operation === undefined || left.test(path)) return []
      const address = path.replace(/^\//, '').replaceAll(/\{[^}]*\}/g, '1')
      const extracts = operation.parameters?.some(({ name }) => name === 'extract') === true
      return [{ verb: verb.toUpperCase(), path: address, part: partOf(operation), extracts }]
    }),
  )
}

/** The part with a file in the form that an operation takes. */
function partOf({ requestBody }: DescribedOperation): string | null {
  const schema = requestBody?.content?.['multipart/form-data']?.schema
  const parts = Object.entries(schema?.properties ?? {})
  return parts.find(([, part]) => /octet-stream|binary/.test(JSON.stringify(part)))?.[0] ?? null
}
