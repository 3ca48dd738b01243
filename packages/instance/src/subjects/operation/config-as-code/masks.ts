import { allVerbs, maskOf, requestorMask, verbs, verbsOf } from '@millwright/contract/verbs'

type Mask = 'verbs' | 'requestors'

const requestors = Object.keys(requestorMask) as (keyof typeof requestorMask)[]
const names: Readonly<Record<Mask, readonly string[]>> = { verbs, requestors }

/** All names that a mask may have in files. */
export const namesOfMask = (mask: Mask) => names[mask]

/** The names that files have for the bits of a mask. */
export function namesInMask(mask: Mask, bits: number): readonly string[] {
  return mask === 'verbs' ? verbsOf(bits & allVerbs) : requestors.filter((name) => (bits & requestorMask[name]) !== 0)
}

/** The mask with these names, or a sentence about what is wrong with them. */
export function maskOfNames(mask: Mask, sent: unknown, member: string): number | string {
  const list = Array.isArray(sent) ? sent.map(String) : [String(sent)]
  const unknown = list.find((name) => !names[mask].includes(name))
  if (unknown !== undefined) return `'${member}' has '${unknown}', but may only have ${names[mask].join(', ')}.`
  if (mask === 'verbs') return maskOf(verbs.filter((verb) => list.includes(verb)))
  return requestors.filter((name) => list.includes(name)).reduce((bits, name) => bits | requestorMask[name], 0)
}
