import type { Environment, LoginProvider } from '@millwright/contract/wire/environment'

/**
 * The provider that the page behind the login names in its address, `?provider=`: a client of an MCP service came by it. Null: it names none
 * that there is. `to`: the address of that page.
 */
export function namedProvider({ authentication }: Environment, to: string | null): LoginProvider | null {
  const name = URL.parse(to ?? '', 'http://console')?.searchParams.get('provider')
  if (!name) return null
  const all = [...(authentication?.oauth ?? []), ...(authentication?.saml ?? [])]
  return all.find((provider) => provider.name.toLowerCase() === name.toLowerCase()) ?? null
}
