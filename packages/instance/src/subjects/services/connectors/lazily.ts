import type { KeyValues } from '@millwright/connector/connector'
import { type DocumentDatabase, usualKeys } from '@millwright/connector/documents/document-database'
import type { FileStorage } from '@millwright/connector/files/file-storage'
import type { Service } from '../../../gateway/service.ts'

/** A value that is created on first use, and again on the next use after a failure. */
export interface Lazy<T> {
  get(): Promise<T>
  /** Returns the value if it was created, else `null`. */
  made(): Promise<T | null>
}

export function late<T>(make: () => Promise<T>): Lazy<T> {
  let making: Promise<T> | null = null
  return {
    get() {
      if (making !== null) return making
      const begun = make()
      making = begun
      begun.catch(() => {
        if (making === begun) making = null
      })
      return begun
    },
    made: async () => (await making?.catch(() => null)) ?? null,
  }
}

/** Runs a call of a connector with a timeout, and maps its errors to a `Problem`. */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>

export function lateStorage({ get, made }: Lazy<FileStorage>, guard: Guard, guardWrite: Guard): FileStorage {
  return {
    find: (path) => guard(async () => (await get()).find(path)),
    list: (path) => guard(async () => (await get()).list(path)),
    open: (path) => guard(async () => (await get()).open(path)),
    write: (path, content, options) => guardWrite(async () => (await get()).write(path, content, options)),
    createFolder: (path) => guard(async () => (await get()).createFolder(path)),
    removeFile: (path) => guard(async () => (await get()).removeFile(path)),
    removeFolder: (path) => guardWrite(async () => (await get()).removeFolder(path)),
    move: (from, to) => guardWrite(async () => (await get()).move(from, to)),
    close: async () => (await made())?.close?.(),
  }
}

export function lateDocuments({ get, made }: Lazy<DocumentDatabase>, guard: Guard): DocumentDatabase {
  return {
    collections: () => guard(async () => (await get()).collections()),
    keys: (...of) => guard(async () => (await get()).keys?.(...of) ?? usualKeys),
    createCollection: (...of) => guard(async () => (await get()).createCollection(...of)),
    dropCollection: (name) => guard(async () => (await get()).dropCollection(name)),
    find: (...of) => guard(async () => (await get()).find(...of)),
    count: (...of) => guard(async () => (await get()).count(...of)),
    insert: (...of) => guard(async () => (await get()).insert(...of)),
    insertMany: (...of) => guard(async () => (await get()).insertMany?.(...of) ?? null),
    update: (...of) => guard(async () => (await get()).update(...of)),
    remove: (...of) => guard(async () => (await get()).remove(...of)),
    restore: (...of) => guard(async () => (await get()).restore?.(...of) ?? false),
    clear: (...of) => guard(async () => (await get()).clear(...of)),
    close: async () => (await made())?.close(),
  }
}

export function lateValues({ get, made }: Lazy<KeyValues>, guard: Guard): KeyValues {
  return {
    get: (key) => guard(async () => (await get()).get(key)),
    set: (key, value, seconds) => guard(async () => (await get()).set(key, value, seconds)),
    add: (key, value, seconds) => guard(async () => (await get()).add(key, value, seconds)),
    take: (key) => guard(async () => (await get()).take(key)),
    close: async () => (await made())?.close(),
  }
}

/** A service whose properties are unknown until it is created. */
export function lateService({ get, made }: Lazy<Service>, guard: Guard): Service {
  let current: Service | null = null
  const service = async () => {
    current = await get()
    return current
  }
  return {
    publicEndpoints: [],
    accessList: (request) => guard(async () => (await service()).accessList(request)),
    handle: (request) =>
      guard(async () => {
        const ready = await service()
        await ready.guard?.(request)
        return ready.handle(request)
      }),
    async describe(descriptionOptions) {
      const described = await guard(async () => (await service()).describe?.(descriptionOptions))
      return described ?? { paths: {}, components: {} }
    },
    filtersRows: true,
    conditionProblem: (table, condition) =>
      guard(async () => (await (await service()).conditionProblem?.(table, condition)) ?? null),
    load: () => current?.load?.() ?? null,
    close: async () => (await made())?.close?.(),
  }
}
