import { Readable } from 'node:stream'

/** What stands where: files have bytes, folders have none. By service, as one is opened anew when its settings change. */
const kept = new Map()

const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1)

export function open(_settings, { service, refuse }) {
  const entries = kept.get(service) ?? new Map()
  kept.set(service, entries)

  const below = (folder) => [...entries.keys()].filter((path) => path.startsWith(`${folder}/`))
  const described = (path) => {
    const found = entries.get(path)
    const isFile = found?.bytes !== undefined
    return {
      name: nameOf(path),
      type: isFile ? 'file' : 'folder',
      size: found?.bytes?.length ?? 0,
      modified: found?.modified,
    }
  }

  /** The folders on the way, of which none may be a file. */
  function makeWay(path) {
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
      if (entries.get(folder)?.bytes !== undefined) throw refuse(409, `'${folder}' is a file and not a folder.`)
      if (!entries.has(folder)) entries.set(folder, { modified: Date.now() })
    }
  }

  function refuseName(path) {
    if (path.split('/').some((name) => name === '' || Buffer.byteLength(name) > 255)) {
      throw refuse(400, `'${path}' is not a valid name of a file or folder.`)
    }
  }

  return {
    async find(path) {
      if (path === '') return { name: '', type: 'folder', size: 0, modified: null }
      return entries.has(path) ? described(path) : null
    },

    async list(path) {
      if (path !== '' && (!entries.has(path) || entries.get(path).bytes !== undefined)) return null
      return [...entries.keys()].filter((each) => parentOf(each) === path).map(described)
    },

    async open(path) {
      const { bytes, modified } = entries.get(path) ?? {}
      if (bytes === undefined) return null
      return {
        size: bytes.length,
        modified,
        content: (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
        close: async () => undefined,
      }
    },

    async write(path, content, { keepExisting } = { keepExisting: false }) {
      refuseName(path)
      const pieces = []
      if (content instanceof Uint8Array) pieces.push(content)
      else for await (const piece of content) pieces.push(piece)
      // Nobody sees the file before it is whole.
      if (entries.has(path) && keepExisting) throw refuse(400, `There is a file or folder '${path}' already.`)
      if (entries.has(path) && entries.get(path).bytes === undefined) {
        throw refuse(409, `There is a folder where the file '${path}' should go.`)
      }
      makeWay(path)
      entries.set(path, { bytes: Buffer.concat(pieces), modified: Date.now() })
    },

    async createFolder(path) {
      refuseName(path)
      if (entries.has(path)) throw refuse(400, `There is a file or folder '${path}' already.`)
      makeWay(path)
      entries.set(path, { modified: Date.now() })
    },

    async removeFile(path) {
      return entries.get(path)?.bytes !== undefined && entries.delete(path)
    },

    async removeFolder(path) {
      for (const each of [...below(path), path]) entries.delete(each)
    },

    async move(from, to) {
      if (!entries.has(from)) throw refuse(404, `There is no '${from}'.`)
      if (entries.has(to)) throw refuse(400, `There is a file or folder '${to}' already.`)
      makeWay(to)
      for (const path of [from, ...below(from)]) {
        entries.set(to + path.slice(from.length), entries.get(path))
        entries.delete(path)
      }
    },
  }
}
