import { describe, expect, it } from 'vitest'
import { messageNameComplaints } from './message-names.ts'
import { screenTexts } from './screen-texts.ts'
import { isTest, sourceFiles } from './source-files.ts'

/** Strings that look like texts but are not, or are the same in every language. */
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
    '\\{digits\\} ms|API \\+ SCRIPT|YYYY-MM-DD HH:MM:SS|SQL Server|Program|big data|npm start|curl \\{.*|curl -X .*',
    'is (?:not )?null|not in|(?:starts|ends) with|\\(\\{others\\}\\) OR .*',
    'M\\{x\\} .*|id in .*|source control(?:,file)?|(?:claude|codex|millwright) mcp .*',
  ].join('|')})$`,
)

/** Generates programs, in words of programming languages. */
const noScreens = /(?:widgets\/code\/call-code\/snippets|features\/custom-apis\/plan\/script-[a-z]+)\.ts$/

const messages = /messages(\.\w+)?\.ts$/

const inConsole = /^packages\/console\/src\/(?!testing\/)/

/** Texts of the console outside of catalogues. */
function openTexts(): readonly string[] {
  return sourceFiles().flatMap(({ path, text }) => {
    if (!inConsole.test(path) || isTest(path) || noScreens.test(path)) return []
    if (messages.test(path)) return []
    const { texts, left } = screenTexts(text, path)
    return [
      ...texts.map(({ start, message }) => ({ start, says: message })),
      ...left.map(({ start, why }) => ({ start, says: `${/['"`]([^'"`]*)/.exec(text.slice(start))?.[1]}`, why })),
    ]
      .filter(({ says }) => !noTexts.test(says))
      .map(({ start, says }) => `${path}:${text.slice(0, start).split('\n').length} ${says}`)
  })
}

describe('the texts of the console', () => {
  it('are in catalogues', () => {
    expect(openTexts()).toEqual([])
  })

  it('name the records of lists', () => {
    const named = sourceFiles().filter(
      ({ path, text }) =>
        inConsole.test(path) && !isTest(path) && !messages.test(path) && /\s(?:one|many|noun)(?:="|: ')\w/.test(text),
    )
    expect(named.map(({ path }) => path)).toEqual([])
  })

  it.each([
    ['const a = () => <p>Hello there</p>', ['Hello there']],
    ['const a = () => <p>Delete {name}?</p>', ['Delete {name}?']],
    ["const a = () => <Field label='Name' id='Name' />", ['Name']],
    ["const a = { get label() { return t.name }, title: 'Users' }", ['Users']],
    [`const a = () => \`Delete \${row.name}?\``, ['Delete {name}?']],
    ["const a = () => say('at most 5 rows', 'up to 10 MB')", ['at most 5 rows', 'up to 10 MB']],
    [
      `const a = () => say(\`\${title}: what is shown\`, \` · \${count} more\`)`,
      ['{title}: what is shown', ' · {count} more'],
    ],
    [
      `const a = () => say(\`calc(\${x} + 1px)\`, '(name, value)', \`\${x}: \${y}\${z}\`, \`(\${field} like \${text})\`)`,
      [],
    ],
    ["import { a } from 'Some words'; if (x === 'Some words') y()", []],
    ["const a = () => say('Enter', 'application/json', 'InstanceError', 'id ASC')", []],
  ])('are found in %s', (code, messages) => {
    expect(screenTexts(code, 'a.tsx').texts.map(({ message }) => message)).toEqual(messages)
  })
})

describe('the names of messages', () => {
  it('have up to three words, and are not cut from sentences', () => {
    expect(messageNameComplaints(sourceFiles())).toEqual([])
  })

  const complaints = (name: string) =>
    messageNameComplaints([{ path: 'a/messages.ts', text: `export const t = catalogue({\n  ${name}: 'Text',\n})\n` }])

  it.each(['howManyRequestsAreAllowed', 'listOf', 'from', 'chooseThe'])('cannot be %s', (name) => {
    expect(complaints(name)).toHaveLength(1)
  })

  it.each(['rateHelp', 'signIn', 'apiKeyTitle', 'notUtf8'])('can be %s', (name) => {
    expect(complaints(name)).toEqual([])
  })
})
