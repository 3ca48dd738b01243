import type { Flags } from '@millwright/instance/platform/settings/settings'
import { UsageError } from '../flags.ts'

/** Returns the URL of an MCP service, given as shown in the console or, for a local one, by name. Throws for any other URL. */
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
