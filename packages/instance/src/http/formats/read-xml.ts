import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { SaxesParser } from 'saxes'
import { settings } from '../../platform/settings/settings.ts'
import { Yielder } from '../../platform/yielder.ts'
import { checkSeparators } from '../json.ts'
import { readTextValue, slicesOf } from './read-cells.ts'

/** Maximum nesting of a body, the same as for JSON. */
const maxDepth = 100

const maxCharacters = 3_000_000

/** An element that is open. Its text is ignored if it contains elements. */
interface Element {
  readonly name: string
  text: string
  members: Map<string, unknown> | null
}

/**
 * Parses XML to a record, or to rows as `{resource: […]}`, and lets other requests run meanwhile. The outer element is removed unless it is
 * `resource` itself; repeated elements become lists, and a single `resource` a list of one. Document types are rejected, so there are no
 * entities but XML's own five. Attributes are ignored. Parsing takes several times as long as that of JSON, so fewer values and less text are
 * accepted.
 */
export async function readXml(text: string, maxValues: number): Promise<unknown> {
  if (text.length > maxCharacters) {
    throw new Problem(413, `An XML body may have at most ${maxCharacters} characters. Send several requests, or JSON.`)
  }
  checkSeparators(text, /[<&]/g, Math.ceil(maxValues / 5), tooManyTags)
  const { name, value } = await parse(text)
  if (name === 'resource') return { resource: [value ?? {}] }
  if (!isRecord(value)) return value
  const { resource } = value
  return resource === undefined || Array.isArray(resource) ? value : { ...value, resource: [resource] }
}

function tooManyTags(most: number): Problem {
  return new Problem(
    413,
    `The XML body contains more than ${most} tags and entities, a fifth of ${settings.maxValues.variable}. Send several requests, or JSON.`,
  )
}

async function parse(text: string): Promise<{ readonly name: string; readonly value: unknown }> {
  const parser = new SaxesParser({ xmlns: false })
  const outside: Element = { name: '', text: '', members: null }
  const open = [outside]
  parser.on('error', (error) => {
    const entity = error.message.includes('entity') ? entityBefore(text, parser.position) : null
    if (entity !== null) throw new Problem(400, `The XML body uses "${entity}", which is not known.`)
    throw invalid(` at line ${parser.line}`)
  })
  parser.on('doctype', () => {
    throw new Problem(400, 'The XML body must not have a document type.')
  })
  parser.on('opentag', ({ name }) => {
    if (name === '__proto__') throw invalid('')
    if (open.length > maxDepth) throw new Problem(400, `The XML body is nested deeper than ${maxDepth} levels.`)
    open.push({ name, text: '', members: null })
  })
  const said = (piece: string) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += piece
  }
  parser.on('text', said)
  parser.on('cdata', said)
  parser.on('closetag', () => {
    const closed = open.pop()
    const parent = open.at(-1)
    if (closed === undefined || parent === undefined) return
    parent.members ??= new Map()
    addMember(parent.members, closed)
  })
  const yielder = new Yielder()
  for (const slice of slicesOf(text)) {
    parser.write(slice)
    await yielder.step()
  }
  parser.close()
  const [[name, value] = ['', undefined]] = outside.members ?? []
  return { name, value }
}

const invalid = (where: string) => new Problem(400, `The body is not valid XML${where}.`)

/** Empty elements are omitted. */
function addMember(to: Map<string, unknown>, { name, text, members }: Element): void {
  const value = members === null ? readTextValue(text) : Object.fromEntries(members)
  if (value === undefined) return
  const before = to.get(name)
  if (before === undefined) to.set(name, value)
  else if (Array.isArray(before)) before.push(value)
  else to.set(name, [before, value])
}

/** The last reference to an entity that begins before a position; `null` if there is none. */
function entityBefore(text: string, position: number): string | null {
  const at = text.lastIndexOf('&', position - 1)
  return at < 0 ? null : (/^&[^;&\s<]{0,12};?/.exec(text.slice(at, at + 14))?.[0] ?? null)
}
