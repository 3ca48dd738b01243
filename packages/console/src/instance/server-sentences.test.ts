import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { setLanguage } from '../language/language.ts'
import german from './server-sentences.de.json'
import { serverMessages } from './server-sentences.ts'

const filled = (text: string) => text.replace(/\{(\w+)\}/g, '<$1>')

test('translates each sentence of the instance by its own translation, not that of a similar one', async () => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  await serverMessages.load()
  const other = Object.entries(german).filter(([english, said]) => serverMessages.say(filled(english)) !== filled(said))
  expect(other).toEqual([])
})

const root = join(import.meta.dirname, '../../../instance/src/subjects/operation/config-as-code')
/** Where folders are refused with a file and line that the console shows; only the program reads them from a disk. */
const places = [
  'folder',
  'tables/keys-in-file.ts',
  'tables/table-in-file.ts',
  'sent-form.ts',
  'config-types.ts',
  'plan-config.ts',
]

function refusalsOfFolders(): string[] {
  const paths = places.flatMap((place) =>
    place.endsWith('.ts') ? [place] : globSync('**/*.ts', { cwd: join(root, place) }).map((path) => join(place, path)),
  )
  const sources = paths
    .filter((path) => !/\.test\.ts$|on-disk/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
  const written = sources.flatMap((source) => [...source.matchAll(/(["'`])((?:(?!\1)[^\n])*)\1/g)])
  const texts = written.map(([, , text = '']) => text.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, 'x'))
  return texts.filter((text) => /^['A-Zx].* .*\.$/.test(text))
}

test('translates each refusal of a folder of configuration', async () => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  await serverMessages.load()
  const all = refusalsOfFolders()
  expect(all.length).toBeGreaterThan(40)
  expect(all.filter((text) => serverMessages.say(text) === text)).toEqual([])
})
