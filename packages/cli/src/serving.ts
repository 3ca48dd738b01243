import { serve, serveConsole } from '@millwright/instance/main'
import { readConfig } from '@millwright/instance/platform/settings/config'
import { unknownSettings, visibleSecrets } from '@millwright/instance/platform/settings/environment-settings'
import type { Environment, Flags } from '@millwright/instance/platform/settings/settings'
import { UsageError } from './flags.ts'

/** `millwright serve`: an instance, with the console if it has been built. */
export async function serveInstance(
  flags: Flags,
  env: Environment,
  folder: string | null,
  print: (line: string) => void,
): Promise<number> {
  await serve(readConfig(env, flags, folder), print, warningsAbout(env, flags))
  return 0
}

/** `millwright console`: serves the console, and proxies the API of a remote instance. */
export async function serveConsoleAlone(
  flags: Flags,
  env: Environment,
  folder: string | null,
  print: (line: string) => void,
): Promise<number> {
  const config = readConfig(env, flags)
  const instance = instanceOf(flags.instance)
  if (folder === null) throw new Error('No console has been built here.')
  await serveConsole(
    {
      folder,
      instance,
      apiKey: typeof flags['api-key'] === 'string' ? flags['api-key'] : '',
      configured: config.console,
    },
    config,
    print,
    warningsAbout(env, flags),
  )
  return 0
}

const warningsAbout = (env: Environment, flags: Flags) => [...unknownSettings(env), ...visibleSecrets(flags)]

/** Parses the URL of an instance, with or without the API prefix, and removes query and credentials. */
function instanceOf(value: string | boolean | undefined): URL {
  const url = typeof value === 'string' ? URL.parse(value.replace(/\/api\/v2\/?$/, '')) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '') {
    throw new UsageError('console needs --instance with the http or https address of an instance.')
  }
  url.search = ''
  url.hash = ''
  return url
}
