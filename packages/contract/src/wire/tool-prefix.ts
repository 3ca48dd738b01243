/** What the names of tools of a service begin with, where a tool is of one service (docs/wire/mcp.md). */
export function toolPrefix(service: string): string {
  return service
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}
