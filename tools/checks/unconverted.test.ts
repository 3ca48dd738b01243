import { describe, expect, it } from 'vitest'
import { screenTexts } from '../catalogue/screen-texts.ts'
import { isTest, sourceFiles } from './source-files.ts'

/**
 * Parts of the console whose texts are not in a catalogue yet. The list only shrinks: what is not on it has all its texts in one
 * (CONTRIBUTING.md, «Texts and languages»).
 */
const unconverted = [
  'instance',
  'widgets/chart',
  'widgets/code-editor',
  'widgets/code-host',
  'widgets/database-address',
]

/** What looks like a text and is none, or is the same in every language. */
const noTexts = new RegExp(
  `^(?:${[
    'Millwright|English|Deutsch|Screen|Frame|Excel',
    'Edge|Opera|Firefox|Chrome|Safari|Windows|Linux',
    'Claude Code|Cursor|VS Code|Codex|Android|iOS .*|Angular 2|Ionic|Titanium',
    'Undefined |new \\{added\\}|place \\{at\\}',
    '(?:\\/\\/|#) [\\s\\S]*|Node\\.js|Python3?',
    'script, iframe.*',
    'First call|Production|Python|Objective-C|Apple Swift|Android Java|Microsoft \\.NET|React|Source',
    'Oracle Cloud|Bitnami|Docker|Amazon|Azure|Google|OS X|part \\{name\\}|(?:service|task|limit|script|contract) \\{\\w+\\}',
    'npm start|curl \\{.*|curl -X .*',
    'M\\{x\\} .*|id in .*|source control,file|(?:claude|codex|millwright) mcp .*',
  ].join('|')})$`,
)

/** What writes programs, in words of their languages. */
const noScreens = /widgets\/call-code\/snippets\.ts$/

const area = /^packages\/console\/src\/((?:features|widgets)\/[^/]+|[^/]+)\//

/** Texts that stand in the code of the console, by its parts. */
function openTexts(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { path, text } of sourceFiles()) {
    const [, part] = area.exec(path) ?? []
    if (part === undefined || part === 'testing' || isTest(path) || noScreens.test(path)) continue
    if (/\/messages(\.\w+)?\.ts$/.test(path)) continue
    const { texts, left } = screenTexts(text, path)
    const open = [
      ...texts.map(({ start, message }) => ({ start, says: message })),
      ...left.map(({ start, why }) => ({ start, says: `${/['"`]([^'"`]*)/.exec(text.slice(start))?.[1]}`, why })),
    ].filter(({ says }) => !noTexts.test(says))
    const lines = open.map(({ start, says }) => `${path}:${text.slice(0, start).split('\n').length} ${says}`)
    found.set(part, [...(found.get(part) ?? []), ...lines])
  }
  return found
}

describe('the texts of the console', () => {
  const open = openTexts()

  it('are in a catalogue, but for those of parts that are still to be converted', () => {
    const forgotten = [...open].filter(([part]) => !unconverted.includes(part)).flatMap(([, texts]) => texts)
    expect(forgotten).toEqual([])
  })

  it('have only such parts on the list that still have some', () => {
    expect(unconverted.filter((part) => (open.get(part) ?? []).length === 0)).toEqual([])
  })

  it.each([
    ['const a = () => <p>Hello there</p>', ['Hello there']],
    ['const a = () => <p>Delete {name}?</p>', ['Delete {name}?']],
    ["const a = () => <Field label='Name' id='Name' />", ['Name']],
    ["const a = { get label() { return t.name }, title: 'Users' }", ['Users']],
    [`const a = () => \`Delete \${row.name}?\``, ['Delete {name}?']],
    ["import { a } from 'Some words'; if (x === 'Some words') y()", []],
    ["const a = () => say('Enter', 'application/json', 'InstanceError', 'id ASC')", []],
  ])('are found in %s', (code, messages) => {
    expect(screenTexts(code, 'a.tsx').texts.map(({ message }) => message)).toEqual(messages)
  })
})
