/** What the names of tools of a service begin with, where a tool is of one service (docs/wire/mcp.md). */
export function toolPrefix(service: string): string {
  return service
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** The first of services whose tools would have the names of those of another one; null: there is none. */
export function clashingService(services: readonly string[]): string | null {
  const names = [...new Set(services.map((name) => name.trim().toLowerCase()))]
  return names.find((name) => names.some((other) => other !== name && toolPrefix(other) === toolPrefix(name))) ?? null
}
