import { type ConfigLayout, type ConfigValues, configFormat } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { nearestName } from '../../../../platform/edit-distance.ts'
import { Yielder } from '../../../../platform/yielder.ts'
import { endingOf, manifestName, recordName } from './written-folder.ts'
import { FolderProblem, type Room, readYaml } from './yaml-file.ts'

/** A record in a folder, and where it is. */
export interface FolderRecord {
  readonly type: string
  readonly name: string
  readonly values: ConfigValues
  readonly file: string
  /** Line of a member, or of the nearest one that it is in. */
  lineOf(field: readonly string[]): number
}

export interface ReadRecords {
  readonly owner: string
  readonly records: readonly FolderRecord[]
}

/** The contents of files, by path with slashes. */
export type FolderFiles = ReadonlyMap<string, string>

type LayoutType = ConfigLayout['types'][number]

/** Reads the records of a folder. `room`: for their values. Throws a `FolderProblem` for what is no configuration. */
export async function readFolderRecords(
  files: FolderFiles,
  { types }: ConfigLayout,
  room?: Room,
): Promise<ReadRecords> {
  const owner = ownerIn(files)
  const yielder = new Yielder()
  const records: FolderRecord[] = []
  for (const type of types) {
    if ('file' in type.files) records.push(...recordsOfFile(type, type.files.file, files, room))
    else
      for (const file of filesOf(type.files, files)) {
        records.push(recordOfFile(type.type, type.files, file, { files, room }))
        await yielder.step()
      }
  }
  refuseOthers(files, types)
  return { owner, records }
}

/** The owner in the manifest of a folder. */
export function ownerIn(files: FolderFiles): string {
  const text = files.get(manifestName)
  if (text === undefined) throw new FolderProblem(manifestName, null, 'The folder has no such file.')
  const { value, lineOf } = readYaml(text, manifestName)
  const members = isRecord(value) ? value : {}
  const known = ['format', 'owner']
  for (const name of Object.keys(members)) {
    if (!known.includes(name)) throw new FolderProblem(manifestName, lineOf([name]), unknownName(name, known))
  }
  const { format, owner = 'default' } = members
  if (format !== configFormat) {
    const sentence = `'format' must be ${configFormat}, the format that this version reads.`
    throw new FolderProblem(manifestName, lineOf(['format']), sentence)
  }
  if (typeof owner !== 'string') throw new FolderProblem(manifestName, lineOf(['owner']), "'owner' must be a text.")
  return owner
}

export function unknownName(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return `There is no '${name}'. ${nearest === null ? `Known are ${known.join(', ')}.` : `Did you mean '${nearest}'?`}`
}

function recordsOfFile({ type }: LayoutType, file: string, files: FolderFiles, room?: Room): FolderRecord[] {
  const text = files.get(file)
  if (text === undefined) return []
  const { value, lineOf } = readYaml(text, file, room)
  if (value === null) return []
  if (!isRecord(value)) throw new FolderProblem(file, 1, 'The file must have records by their names.')
  return Object.entries(value).map(([name, values]) => {
    const found = membersIn(values, file, lineOf([name]))
    return { type, name, values: found, file, lineOf: (field) => lineOf([name, ...field]) }
  })
}

type Folder = Extract<LayoutType['files'], { readonly folder: string }>

const filesOf = ({ folder }: Folder, files: FolderFiles) =>
  [...files.keys()].filter((file) => file.startsWith(`${folder}/`) && file.endsWith('.yaml'))

function recordOfFile(
  type: string,
  { folder, texts = [] }: Folder,
  file: string,
  { files, room }: { readonly files: FolderFiles; readonly room: Room | undefined },
): FolderRecord {
  const stem = file.slice(0, -'.yaml'.length)
  const name = recordName(stem.slice(folder.length + 1))
  if (name === null || name === '') {
    throw new FolderProblem(file, null, `A file in ${folder} must have the name of a record.`)
  }
  const { value, lineOf } = readYaml(files.get(file) ?? '', file, room)
  const values: Record<string, unknown> = { ...membersIn(value, file, 1) }
  if (values.name !== undefined) {
    throw new FolderProblem(
      file,
      lineOf(['name']),
      "The name of a record is that of its file. Rename the file, or remove 'name'.",
    )
  }
  for (const each of texts) {
    const ending = endingOf(each, values)
    const beside = ending === null ? undefined : files.get(`${stem}.${ending}`)
    if (beside === undefined) continue
    if (values[each.column] !== undefined) {
      throw new FolderProblem(
        file,
        lineOf([each.column]),
        `'${each.column}' is also in ${stem}.${ending}. Keep one of them.`,
      )
    }
    values[each.column] = beside
  }
  return { type, name, values, file, lineOf }
}

function membersIn(value: unknown, file: string, line: number): ConfigValues {
  if (value === null) return {}
  if (!isRecord(value)) throw new FolderProblem(file, line, 'A record must have members, each as `name: value`.')
  return value
}

/** Throws for files that look like configuration, but are in no place that has any. */
function refuseOthers(files: FolderFiles, types: ConfigLayout['types']): void {
  const folders = types.flatMap(({ files: place }) => ('folder' in place ? [place] : []))
  const single = [manifestName, ...types.flatMap(({ files: place }) => ('file' in place ? [place.file] : []))]
  for (const file of files.keys()) {
    const [first = '', ...rest] = file.split('/')
    if (rest.length === 0) {
      if (/\.ya?ml$/.test(file) && !single.includes(file))
        throw new FolderProblem(file, null, unknownFile(file, single))
      continue
    }
    const folder = folders.find((each) => each.folder === first)
    if (folder === undefined) {
      if (/\.ya?ml$/.test(file))
        throw new FolderProblem(
          file,
          null,
          unknownFile(
            first,
            folders.map((each) => each.folder),
          ),
        )
      continue
    }
    if (folder.deep === true && rest.length !== 2)
      throw new FolderProblem(file, null, `${first} has a folder for each service, with a file for each of its tables.`)
    if (rest.length > 1 && folder.deep !== true) throw new FolderProblem(file, null, `${first} has no folders in it.`)
    if (file.endsWith('.yaml')) continue
    const stem = file.replace(/\.[^.]*$/, '')
    const endings = (folder.texts ?? []).flatMap(({ ending }) =>
      typeof ending === 'string' ? [ending] : Object.values(ending.endings),
    )
    if (endings.includes(file.slice(stem.length + 1)) && files.has(`${stem}.yaml`)) continue
    throw new FolderProblem(file, null, `The file belongs to no record. Records are in files that end in .yaml.`)
  }
}

const unknownFile = (name: string, known: readonly string[]) => unknownName(name, known)
