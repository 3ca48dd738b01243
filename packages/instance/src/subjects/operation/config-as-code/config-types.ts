import { allVerbs, maskOf, requestorMask, verbs, verbsOf } from '@millwright/contract/verbs'
import type { ConfigFiles } from '@millwright/contract/wire/config'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Column, DeclaredTable } from '../../../records/system/declared-table.ts'
import {
  type NestedPart,
  type PackagedType,
  type PackagedTypes,
  type ReferredType,
  travels,
} from '../packages/packaged-types.ts'

/** A member of a record in files, and the column that stores it. */
export interface ConfigMember {
  readonly name: string
  readonly column: Column
  /** The type of record that it names; `null`: it is a value. */
  readonly to: ReferredType | null
}

/** Rows that a record has in files. */
export interface MemberRows {
  readonly part: NestedPart
  readonly members: readonly ConfigMember[]
}

/** A type of record that is configuration. */
export interface ConfigType {
  readonly name: string
  readonly type: PackagedType
  readonly kinds: ServiceKinds
  readonly files: ConfigFiles
  readonly members: readonly ConfigMember[]
  readonly rows: readonly MemberRows[]
}

/** The types that are configuration, each after those that its records name. */
export function configTypes({ all, kept }: PackagedTypes, kinds: ServiceKinds): ReadonlyMap<string, ConfigType> {
  const types = [...all, ...kept].flatMap((type): ConfigType[] => {
    const { name, travels: declared, nested, declaration, references } = type
    if (declared.files === null) return []
    const members = membersOf(declaration.declared, references).filter(({ column }) => column.name !== type.key)
    const rows = nested.map((part) => ({
      part,
      members: membersOf(part.target, part.references).filter(({ column }) => part.columns.includes(column.name)),
    }))
    return [{ name, type, kinds, files: declared.files, members, rows }]
  })
  return new Map(types.map((each) => [each.name, each]))
}

function membersOf({ columns }: DeclaredTable, references: PackagedType['references']): ConfigMember[] {
  return columns.filter(travels).map((column) => {
    const to = references[column.name] ?? null
    return { name: to === null ? column.name : column.name.replace(/_id$/, ''), column, to }
  })
}

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
