/** The prefix of a service's tool names, with one set of tools per service (docs/wire/mcp.md). */
export function toolPrefix(service: string): string {
  return service
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** The first service whose tool names would clash with those of another service, or `null`. */
export function clashingService(services: readonly string[]): string | null {
  const names = [...new Set(services.map((name) => name.trim().toLowerCase()))]
  return names.find((name) => names.some((other) => other !== name && toolPrefix(other) === toolPrefix(name))) ?? null
}
