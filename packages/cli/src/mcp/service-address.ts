import type { Flags } from '@millwright/instance/platform/settings/settings'
import { UsageError } from '../flags.ts'

/** The address of an MCP service, as the console shows it; of one of this machine, by its name. Refuses any other address. */
export function serviceAddress({ instance, local }: Flags, command: string): URL {
  if (typeof local === 'string' && local !== '' && instance === undefined) {
    return new URL(`http://localhost/mcp/${encodeURIComponent(local)}`)
  }
  const url = typeof instance === 'string' ? URL.parse(instance) : null
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === ''
  if (!isWeb || !/\/mcp(?:\/[^/]+)?\/?$/.test(url.pathname)) {
    throw new UsageError(
      `${command} needs --instance with the address of an MCP service, such as https://host/mcp/name.`,
    )
  }
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/$/, '')
  return url
}
