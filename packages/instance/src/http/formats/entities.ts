import { Problem } from '@millwright/contract/problem'

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Replaces XML's five entities and character references; refuses any other with 400. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? text.replace(/&([^;&\s]{0,12});?/g, decoded) : text
}

function decoded(found: string, name: string): string {
  const known = Object.hasOwn(named, name) ? named[name] : undefined
  if (known !== undefined) return known
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  const allowed = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  if (!allowed) throw new Problem(400, `The XML body uses "${found}", which is not known.`)
  return String.fromCodePoint(code)
}
