import type { Fields } from '@millwright/contract/records/field'

/** The call that a text makes if a page treats it as code; `tag` identifies the text. */
export const callOf = (tag: string) => `ran('${tag}')`

/** Target of elements injected by a text: a path of the instance that nothing else requests. */
export const injectedPath = '/injected'

/** Returns a text that runs code or requests `injectedPath` if it gets unescaped into a page, an attribute, a script or a URL. */
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

/** Returns a record with a hostile text in every text field, as long as the field allows. */
export function hostileRecord(fields: Fields, tag: string): Record<string, string> {
  const open = Object.entries(fields).filter(
    ([, { type, mode }]) => (type === 'string' || type === 'text') && mode === undefined,
  )
  return Object.fromEntries(open.map(([name, { max }]) => [name, hostileText(tag, max)]))
}
