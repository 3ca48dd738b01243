import type { HomeLink } from '@millwright/contract/wire/environment'

/** A page configured by the instance, which replaces the default four. */
export type OwnPage = {
  readonly name: string
  readonly label: string
  readonly address: string
  readonly inFrame: boolean
}

/** Returns the pages that an instance configures for its home; empty for the default ones. URLs other than web URLs are ignored. */
export function ownPages(links: readonly HomeLink[] | undefined, origin: string): OwnPage[] {
  return (links ?? []).flatMap((link) => {
    const address = webAddress(link.template ?? link.href ?? '', origin)
    if (!link.name || !address) return []
    return [
      {
        name: link.name,
        label: link.label || link.name,
        address: address.href,
        // Pages of other origins open in a new window: embedded, they could look like a part of the console.
        inFrame: address.origin === origin,
      },
    ]
  })
}

function webAddress(text: string, origin: string): URL | null {
  if (text.trim() === '' || !URL.canParse(text, origin)) return null
  const address = new URL(text, origin)
  return address.protocol === 'http:' || address.protocol === 'https:' ? address : null
}
