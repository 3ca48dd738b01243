import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import type { Command } from '../../widgets/commands/command-list.tsx'

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
    title: 'Get information about the instance',
    text: 'Public. The response lists the ways to sign in.',
    lines: `curl ${quoted(`${api}/system/environment`)}`,
  }
}

export function logInCommand({ api, email, isAdmin }: Caller): Command {
  const body = JSON.stringify({ email, password: 'YOUR_PASSWORD' })
  return {
    title: 'Log in',
    text: `The answer has a session_token; send it as ${sessionTokenHeader} with every call after that.`,
    lines: [
      `curl -X POST ${quoted(`${api}/${isAdmin ? 'system/admin' : 'user'}/session`)}`,
      `-H 'Content-Type: application/json'`,
      `-d ${quoted(body)}`,
    ].join(' \\\n  '),
  }
}

export function keyCommand({ api }: Caller, key: string): Command {
  return {
    title: 'Call it as an app',
    text: 'Programs send the API key of their app. The response lists the services the app may use.',
    lines: [`curl ${quoted(api)}`, `-H ${quoted(`${apiKeyHeader}: ${key}`)}`].join(' \\\n  '),
  }
}

/** The call of an app in languages that bring all they need. */
export function programs(api: string): readonly Command[] {
  const address = JSON.stringify(api)
  return [
    {
      title: 'JavaScript',
      text: 'In a browser, Node, Deno or Bun. Pages of other origins need an entry under Config, CORS.',
      lines: `const answer = await fetch(${address}, {\n  headers: { '${apiKeyHeader}': '${noKey}' },\n})\nconst { services } = await answer.json()`,
    },
    {
      title: 'Python',
      text: 'With the standard library of Python 3.',
      lines: `import json, urllib.request\n\ncall = urllib.request.Request(${address}, headers={"${apiKeyHeader}": "${noKey}"})\nwith urllib.request.urlopen(call) as answer:\n    services = json.load(answer)["services"]`,
    },
    {
      title: 'PHP',
      text: 'Without any package.',
      lines: `$context = stream_context_create(['http' => ['header' => '${apiKeyHeader}: ${noKey}']]);\n$services = json_decode(file_get_contents(${address}, false, $context))->services;`,
    },
  ]
}

/** How the program is run, from the folder that its repository was cloned into. */
export const runCommands: readonly Command[] = [
  {
    title: 'Console and instance together',
    text: 'With Git, npm and Node 20 or newer, in a clone of the repository. It says where it listens.',
    lines: 'npm start',
  },
  {
    title: 'With another port and data folder',
    text: 'Another port, and another folder for everything that is kept.',
    lines: 'npm start -- --port 9000 --data /var/lib/millwright',
  },
  {
    title: 'With PostgreSQL',
    text: 'Stores the instance’s records in your PostgreSQL.',
    lines: "npm start -- --database 'postgres://user:password@host/database'",
  },
]

/** How a console is pointed at an instance that runs already. */
export const pointCommands: readonly Command[] = [
  {
    title: 'Relayed',
    text: 'The console alone; it passes its requests on, so that the instance needs no CORS entry.',
    lines: `npm start -- console --instance https://api.example.com --api-key ${noKey}`,
  },
  {
    title: 'On your own web server',
    text: 'Build the pages with npm run build, serve packages/console/dist, and put this into its millwright.json.',
    lines: JSON.stringify({ instanceUrl: 'https://api.example.com', apiKey: noKey, name: 'Production' }, null, 2),
  },
]

/** As one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
