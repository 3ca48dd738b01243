import { downloadZip } from 'client-zip'

/** A folder of configuration that someone chose. */
export interface ChosenFolder {
  /** Of the folder or the archive. */
  readonly name: string
  /** Number of files; `null`: it is an archive, which is not read here. */
  readonly files: number | null
  readonly archive: Blob
  /** The overlays in it, as far as they are known. */
  readonly overlays: readonly string[]
}

export const chosenArchive = (file: File): ChosenFolder => ({
  name: file.name,
  files: null,
  archive: file,
  overlays: [],
})

/** Packs the files of a chosen folder, without hidden ones such as those of a repository. Rejects if one cannot be read. */
export async function packFolder(all: readonly File[]): Promise<ChosenFolder> {
  const [name = ''] = all[0]?.webkitRelativePath.split('/') ?? []
  const files = all
    .map((file) => ({ path: file.webkitRelativePath.split('/').slice(1), file }))
    .filter(({ path }) => !path.some((part) => part.startsWith('.')))
  const inputs = await Promise.all(
    files.map(async ({ path, file }) => ({ name: path.join('/'), input: await file.arrayBuffer() })),
  )
  const overlays = files.flatMap(({ path: [first, second, ...rest] }) =>
    first === 'overlays' && second !== undefined && rest.length > 0 ? [second] : [],
  )
  const archive = new Blob([await downloadZip(inputs).arrayBuffer()])
  return { name, files: files.length, archive, overlays: [...new Set(overlays)].toSorted() }
}
