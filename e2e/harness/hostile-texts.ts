import type { Fields } from '@millwright/contract/records/field'

/** What a text would call if a page took it for more than a text; `tag` says which text it was. */
export const callOf = (tag: string) => `ran('${tag}')`

/** Where an element leads that a page made of a text: a path of the instance that nothing else asks for. */
export const injectedPath = '/injected'

/** A text that runs, or asks for `injectedPath`, wherever it gets into a page, an attribute, a script or an address unescaped. */
export function hostileText(tag: string, max = 255): string {
  const call = callOf(tag)
  const pieces = [
    `<svg/onload=${call}>`,
    `"><img src=${injectedPath} onerror=${call}>`,
    `'--></title></textarea></style></script><script>${call}</script>`,
    `[x](javascript:${call})`,
    `\${${call}}{{${call}}}`,
    `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  ]
  let text = ''
  for (const piece of pieces) if (text.length + piece.length <= max) text += piece
  return text
}

/** A hostile text in every field of a record that takes texts, as long as the field allows. */
export function hostileRecord(fields: Fields, tag: string): Record<string, string> {
  const open = Object.entries(fields).filter(
    ([, { type, mode }]) => (type === 'string' || type === 'text') && mode === undefined,
  )
  return Object.fromEntries(open.map(([name, { max }]) => [name, hostileText(tag, max)]))
}
