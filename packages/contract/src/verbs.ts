/** The verbs of the wire; `MERGE` is converted to `PATCH` when a request is read. */
export const verbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Verb = (typeof verbs)[number]

/** Bits of a `verb_mask` (docs/wire/access.md). */
export const verbMask = { GET: 1, POST: 2, PUT: 4, PATCH: 8, DELETE: 16 } as const satisfies Record<Verb, number>
export const allVerbs = 31

/** Bits of a `requestor_mask`: an API client or a server-side script. */
export const requestorMask = { API: 1, SCRIPT: 2 } as const
export type Requestor = keyof typeof requestorMask

export function isVerb(text: string): text is Verb {
  return (verbs as readonly string[]).includes(text)
}

/** The verbs in a mask, in wire order. */
export function verbsOf(mask: number): Verb[] {
  return verbs.filter((verb) => (mask & verbMask[verb]) !== 0)
}

export function maskOf(names: Iterable<Verb>): number {
  let mask = 0
  for (const name of names) mask |= verbMask[name]
  return mask
}
