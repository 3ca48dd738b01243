import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { externalUrl } from '../../instance/send.ts'
import type { Command } from '../../widgets/code/commands/command-list.tsx'
import { t } from './messages.ts'

/** Placeholder for a secret. */
export const noKey = 'YOUR_API_KEY'

/** The API URL of an instance, such as `https://api.example.com/api/v2`, and the caller. */
export interface Caller {
  readonly api: string
  readonly email: string
  readonly isAdmin: boolean
}

/** Requests information about the instance, which needs no authentication. */
export function environmentCommand({ api }: Caller): Command {
  return {
    title: t.exampleEnvironment,
    text: t.exampleEnvironmentHelp,
    lines: `curl ${quoted(`${api}/system/environment`)}`,
  }
}

export function logInCommand({ api, email, isAdmin }: Caller): Command {
  const body = JSON.stringify({ email, password: 'YOUR_PASSWORD' })
  return {
    title: t.logIn,
    text: t.exampleSessionHelp({ header: sessionTokenHeader }),
    lines: [
      `curl -X POST ${quoted(`${api}/${isAdmin ? 'system/admin' : 'user'}/session`)}`,
      `-H 'Content-Type: application/json'`,
      `-d ${quoted(body)}`,
    ].join(' \\\n  '),
  }
}

export function keyCommand({ api }: Caller, key: string): Command {
  return {
    title: t.exampleKey,
    text: t.exampleKeyHelp,
    lines: [`curl ${quoted(api)}`, `-H ${quoted(`${apiKeyHeader}: ${key}`)}`].join(' \\\n  '),
  }
}

/** The request of an app as programs in languages that need no packages for it. */
export function programs(api: string): readonly Command[] {
  const address = JSON.stringify(api)
  return [
    {
      title: 'JavaScript',
      text: t.javascriptHelp,
      lines: `const answer = await fetch(${address}, {\n  headers: { '${apiKeyHeader}': '${noKey}' },\n})\nconst { services } = await answer.json()`,
    },
    {
      title: 'Python',
      text: t.pythonHelp,
      lines: `import json, urllib.request\n\ncall = urllib.request.Request(${address}, headers={"${apiKeyHeader}": "${noKey}"})\nwith urllib.request.urlopen(call) as answer:\n    services = json.load(answer)["services"]`,
    },
    {
      title: 'PHP',
      text: t.withoutAnyPackage,
      lines: `$context = stream_context_create(['http' => ['header' => '${apiKeyHeader}: ${noKey}']]);\n$services = json_decode(file_get_contents(${address}, false, $context))->services;`,
    },
  ]
}

/** Commands that run the program from the folder of its cloned repository. */
export const runCommands: readonly Command[] = [
  {
    title: t.runTogether,
    text: t.runTogetherHelp,
    lines: 'npm start',
  },
  {
    title: t.runCustom,
    text: t.runCustomHelp,
    lines: 'npm start -- --port 9000 --data /var/lib/millwright',
  },
  {
    title: t.withPostgresql,
    text: t.runPostgresHelp,
    lines: "npm start -- --database 'postgres://user:password@host/database'",
  },
]

/** Commands that run a console for an existing instance. */
export const consoleCommands: readonly Command[] = [
  {
    title: t.relayed,
    text: t.runConsoleHelp,
    lines: `npm start -- console --instance https://api.example.com --api-key ${noKey}`,
  },
  {
    title: t.webServer,
    text: t.webServerHelp,
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

/** Quotes a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns the full URL of the instance's API for external programs: `https://api.example.com/api/v2`. */
export function instanceApi(): string {
  return externalUrl('').replace(/\/$/, '')
}
