import { readFile } from 'node:fs/promises'
import { sessionTokenHeader } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import type { ConfigLayout } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { OperatorRequest } from '@millwright/instance/subjects/operation/operator/operate'
import type { Invocation } from '../flags.ts'

/** The instance whose configuration is read or changed. */
export interface Target {
  /** Its address, or its data folder. */
  readonly name: string
  /** Returns the body of the answer. Throws a `Problem` if the request is refused. */
  ask(request: OperatorRequest): Promise<unknown>
  close(): Promise<void>
}

/** The instance did not answer. */
export class Unreached extends Error {}

/** Runs `work` with the instance that a command line names, and where its folders have what. */
export async function onTarget(
  invocation: Pick<Invocation, 'flags' | 'env'>,
  work: (target: Target, layout: ConfigLayout) => Promise<number>,
): Promise<number> {
  const target = await openTarget(invocation)
  try {
    return await work(target, (await target.ask({ verb: 'GET', path: 'system/config/layout' })) as ConfigLayout)
  } finally {
    await target.close()
  }
}

/** Opens the instance that a command line names: `--instance URL`, with an access token or a sign-in, or `--local FOLDER`. */
async function openTarget({ flags, env }: Pick<Invocation, 'flags' | 'env'>): Promise<Target> {
  const { instance, local } = flags
  if (typeof local === 'string' && instance === undefined) return openLocal(local, { flags, env })
  const url = typeof instance === 'string' ? URL.parse(instance) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || local !== undefined) {
    throw new Error('Name the instance: --instance with its address, or --local with its data folder.')
  }
  return openRemote(url, await credentialsOf({ flags, env }))
}

async function openLocal(folder: string, { flags, env }: Pick<Invocation, 'flags' | 'env'>): Promise<Target> {
  // The whole instance, which commands for another one do not need.
  const { openApp } = await import('@millwright/instance/app')
  const { readConfig } = await import('@millwright/instance/platform/settings/config')
  const { onExistingStore } = await import('@millwright/instance/store/open-store')
  const config = readConfig(env, { ...flags, data: folder })
  // Opening it would make a new instance where there is none.
  await onExistingStore(config, { beside: false, newest: true }, async () => undefined)
  const log = (text: string) => void process.stderr.write(`millwright: ${text}\n`)
  const { operate, close } = await openApp(config, { log })
  return { name: folder, ask: operate, close }
}

type Credentials = { readonly token: string } | { readonly email: string; readonly password: string }

/** An access token, or an administrator; what the command line names before what the environment does. */
async function credentialsOf({ flags, env }: Pick<Invocation, 'flags' | 'env'>): Promise<Credentials> {
  if (typeof flags.token === 'string') return { token: flags.token }
  const file = flags['password-file']
  const namesPerson = flags.email !== undefined || file !== undefined
  if (env.MILLWRIGHT_TOKEN && !namesPerson) return { token: env.MILLWRIGHT_TOKEN }
  const email = typeof flags.email === 'string' ? flags.email : env.CONFIG_EMAIL
  const password = typeof file === 'string' ? await passwordIn(file) : env.CONFIG_PASSWORD
  if (email === undefined || password === undefined) {
    throw new Error(
      'Send an access token: --token or MILLWRIGHT_TOKEN. Or name an administrator: --email and --password-file, or CONFIG_EMAIL and CONFIG_PASSWORD.',
    )
  }
  return { email, password }
}

function passwordIn(file: string): Promise<string> {
  return readFile(file, 'utf8').then(
    (text) => text.replace(/\r?\n$/, ''),
    () => {
      throw new Error(`The password in ${file} cannot be read.`)
    },
  )
}

async function openRemote(url: URL, credentials: Credentials): Promise<Target> {
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}/api/v2/`
  if ('token' in credentials) {
    const headers = { authorization: `Bearer ${credentials.token}` }
    return { name: url.origin, ask: (request) => send(base, request, headers), close: async () => undefined }
  }
  const session = 'system/admin/session'
  const signedIn = await send(base, { verb: 'POST', path: session, payload: credentials }, {})
  const token = isRecord(signedIn) ? signedIn.session_token : undefined
  if (typeof token !== 'string') throw new Error(`${url.origin} did not sign in ${credentials.email}.`)
  const headers = { [sessionTokenHeader]: token }
  return {
    name: url.origin,
    ask: (request) => send(base, request, headers),
    async close() {
      await send(base, { verb: 'DELETE', path: session }, headers)
    },
  }
}

async function send(
  base: string,
  { verb, path, params = {}, payload }: OperatorRequest,
  headers: Record<string, string>,
) {
  const url = new URL(path, base)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value))
  const answer = await fetch(url, {
    method: verb,
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    redirect: 'error',
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  }).catch((error: Error) => {
    const { cause } = error
    throw new Unreached(`${url.origin} cannot be reached: ${cause instanceof Error ? cause.message : error.message}.`)
  })
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) return body
  const error = isRecord(body) && isRecord(body.error) ? body.error : {}
  const message = typeof error.message === 'string' ? error.message : `${url.origin} answered ${answer.status}.`
  throw new Problem(answer.status, message, { context: error.context })
}
