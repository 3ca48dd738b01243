import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import type { Command } from '../../widgets/commands/command-list.tsx'
import { t } from './messages.ts'

/** Stands where a secret would. */
export const noKey = 'YOUR_API_KEY'

/** The instance at an address such as `https://api.example.com/api/v2`, and who is to call it. */
export interface Caller {
  readonly api: string
  readonly email: string
  readonly isAdmin: boolean
}

/** Asks an instance what it is, for which nobody has to be known. */
export function askCommand({ api }: Caller): Command {
  return {
    title: t.getInformationAboutTheInstance,
    text: t.publicTheResponseListsThe,
    lines: `curl ${quoted(`${api}/system/environment`)}`,
  }
}

export function logInCommand({ api, email, isAdmin }: Caller): Command {
  const body = JSON.stringify({ email, password: 'YOUR_PASSWORD' })
  return {
    title: t.logIn,
    text: t.theAnswerHasASession({ header: sessionTokenHeader }),
    lines: [
      `curl -X POST ${quoted(`${api}/${isAdmin ? 'system/admin' : 'user'}/session`)}`,
      `-H 'Content-Type: application/json'`,
      `-d ${quoted(body)}`,
    ].join(' \\\n  '),
  }
}

export function keyCommand({ api }: Caller, key: string): Command {
  return {
    title: t.callItAsAnApp,
    text: t.programsSendTheApiKey,
    lines: [`curl ${quoted(api)}`, `-H ${quoted(`${apiKeyHeader}: ${key}`)}`].join(' \\\n  '),
  }
}

/** The call of an app in languages that bring all they need. */
export function programs(api: string): readonly Command[] {
  const address = JSON.stringify(api)
  return [
    {
      title: 'JavaScript',
      text: t.inABrowserNodeDeno,
      lines: `const answer = await fetch(${address}, {\n  headers: { '${apiKeyHeader}': '${noKey}' },\n})\nconst { services } = await answer.json()`,
    },
    {
      title: 'Python',
      text: t.withTheStandardLibraryOf,
      lines: `import json, urllib.request\n\ncall = urllib.request.Request(${address}, headers={"${apiKeyHeader}": "${noKey}"})\nwith urllib.request.urlopen(call) as answer:\n    services = json.load(answer)["services"]`,
    },
    {
      title: 'PHP',
      text: t.withoutAnyPackage,
      lines: `$context = stream_context_create(['http' => ['header' => '${apiKeyHeader}: ${noKey}']]);\n$services = json_decode(file_get_contents(${address}, false, $context))->services;`,
    },
  ]
}

/** How the program is run, from the folder that its repository was cloned into. */
export const runCommands: readonly Command[] = [
  {
    get title() {
      return t.consoleAndInstanceTogether
    },
    get text() {
      return t.withGitNpmAndNode
    },
    lines: 'npm start',
  },
  {
    get title() {
      return t.withAnotherPortAndData
    },
    get text() {
      return t.anotherPortAndAnotherFolder
    },
    lines: 'npm start -- --port 9000 --data /var/lib/millwright',
  },
  {
    get title() {
      return t.withPostgresql
    },
    get text() {
      return t.storesTheInstanceSRecords
    },
    lines: "npm start -- --database 'postgres://user:password@host/database'",
  },
]

/** How a console is pointed at an instance that runs already. */
export const pointCommands: readonly Command[] = [
  {
    get title() {
      return t.relayed
    },
    get text() {
      return t.theConsoleAloneItPasses
    },
    lines: `npm start -- console --instance https://api.example.com --api-key ${noKey}`,
  },
  {
    get title() {
      return t.onYourOwnWebServer
    },
    get text() {
      return t.buildThePagesWithNpm
    },
    lines: JSON.stringify(
      {
        instanceUrl: 'https://api.example.com',
        apiKey: noKey,
        name: 'Production',
      },
      null,
      2,
    ),
  },
]

/** As one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
