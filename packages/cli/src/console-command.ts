import { serveConsole } from '@millwright/instance/main'
import { readConfig } from '@millwright/instance/platform/settings/config'
import type { Environment, Flags } from '@millwright/instance/platform/settings/settings'
import { UsageError } from './flags.ts'

/** `millwright console`: the pages here, the API from an instance elsewhere. */
export async function runConsole(
  flags: Flags,
  env: Environment,
  folder: string | null,
  print: (line: string) => void,
): Promise<void> {
  const config = readConfig(env, flags)
  const instance = instanceOf(flags.instance)
  if (folder === null) throw new Error('No console has been built here.')
  await serveConsole(
    {
      folder,
      instance,
      apiKey: typeof flags['api-key'] === 'string' ? flags['api-key'] : '',
      configured: config.console,
      log: (text) => process.stderr.write(`${text}\n`),
    },
    config,
    print,
  )
}

/** The address of an instance, with or without the API's prefix, without query and credentials. */
function instanceOf(given: string | boolean | undefined): URL {
  const url = typeof given === 'string' ? URL.parse(given.replace(/\/api\/v2\/?$/, '')) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '') {
    throw new UsageError('console needs --instance with the http or https address of an instance.')
  }
  url.search = ''
  url.hash = ''
  return url
}
