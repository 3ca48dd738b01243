import type { HomeLink } from '@millwright/contract/wire/environment'

/** A page of the instance's own, in place of the usual four. */
export type OwnPage = {
  readonly name: string
  readonly label: string
  readonly address: string
  readonly inFrame: boolean
}

/** The pages that an instance wants on its home; none: the usual ones. Addresses that are no web addresses are left out. */
export function ownPages(links: readonly HomeLink[] | undefined, origin: string): OwnPage[] {
  return (links ?? []).flatMap((link) => {
    const address = webAddress(link.template ?? link.href ?? '', origin)
    if (!link.name || !address) return []
    return [
      {
        name: link.name,
        label: link.label || link.name,
        address: address.href,
        // What others serve is opened, not shown inside: it could look like a part of the console.
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
