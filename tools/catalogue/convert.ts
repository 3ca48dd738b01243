import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { messagesIn } from '../../packages/console/build/language/messages-in.ts'
import { root } from '../paths.mjs'
import { type ScreenText, screenTexts } from './screen-texts.ts'

/**
 * `node tools/catalogue/convert.ts FOLDER`: moves the texts of a folder of the console into its `messages.ts`. Prints what it
 * cannot convert; the rest needs review as well (CONTRIBUTING.md).
 */

const [folder = '', ...skipped] = process.argv.slice(2)
const own = join(root, folder, 'messages.ts')
const language = join(root, 'packages/console/src/language/catalogue.ts')

const messages = new Map<string, string>()
let exported = 't'
if (existsSync(own)) {
  const source = readFileSync(own, 'utf8')
  exported = /export const (\w+) = /.exec(source)?.[1] ?? exported
  for (const { name, text } of messagesIn(
    source.replace(/(export const \w+ = )\{/, '$1catalogue({').replace(/^\}(?: as const)?$/m, '})'),
    own,
  )?.messages ?? [])
    messages.set(name, text)
}

for (const path of globSync('**/*.{ts,tsx}', { cwd: join(root, folder) }).sort()) {
  if (/\.test\.tsx?$|(?:^|\/)messages(\.\w+)?\.ts$/.test(path) || skipped.includes(path)) continue
  const file = join(root, folder, path)
  const source = readFileSync(file, 'utf8')
  const { texts: all, left } = screenTexts(source, path)
  // Texts nested in the values of another text are found in the next run.
  const texts = all.filter((one) => !all.some(({ start, end }) => start < one.start && one.end < end))
  for (const { start, why } of left)
    console.log(
      `${folder}/${path}:${source.slice(0, start).split('\n').length} ${why}: ${source.slice(start, start + 60).trim()}`,
    )
  if (texts.length === 0) continue
  let changed = source
  const known = new RegExp(`import \\{[^}]*\\b${exported}\\b[^}]*\\} from '[./]*messages\\.ts'`).test(source)
  const codes = texts.map((text) => ({ ...text, code: codeOf(text) }))
  for (const { start, end, code } of codes.toSorted((one, other) => other.start - one.start))
    changed = changed.slice(0, start) + code + changed.slice(end)
  const up = relative(join(file, '..'), own)
  if (!known) changed = `import { ${exported} } from '${up.startsWith('.') ? up : `./${up}`}'\n${changed}`
  writeFileSync(file, changed)
}

const up = relative(join(root, folder), language)
const members = [...messages].map(([name, text]) => `  ${name}: ${JSON.stringify(text)},`)
writeFileSync(
  own,
  `import { catalogue } from '${up}'\n\n/** Texts of this folder's screens. */\nexport const ${exported} = catalogue({\n${members.join('\n')}\n})\n`,
)

function codeOf({ message, values, form, property }: ScreenText): string {
  const entries = Object.entries(values).map(([name, code]) => (name === code ? name : `${name}: ${code}`))
  const call = `${exported}.${keyOf(message)}${entries.length > 0 ? `({ ${entries.join(', ')} })` : ''}`
  if (form === 'getter') return `get ${property}() { return ${call} }`
  return form === 'markup' ? `{${call}}` : call
}

/** The key of a message: its first words, or the existing key of a known message. */
function keyOf(message: string): string {
  for (const [name, text] of messages) if (text === message) return name
  const words = message.replace(/\{(\w+)\}/g, ' ').match(/[A-Za-z0-9]+/g) ?? ['text']
  const base = words
    .slice(0, 5)
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1).toLowerCase()))
    .join('')
    .replace(/^\d/, 'n$&')
  let name = base
  for (let count = 2; messages.has(name); count += 1) name = `${base}${count}`
  messages.set(name, message)
  return name
}
