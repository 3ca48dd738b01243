import { describe, expect, it } from 'vitest'
import { chunkName } from './chunk-name.ts'
import type { ModuleLinks } from './module-links.ts'

/** Modules with their static imports and, in the second list, their dynamic imports. */
const needs: Readonly<Record<string, readonly [now: readonly string[], later?: readonly string[]]>> = {
  'src/main.tsx': [[], ['src/app/frame/frame.tsx', admins(), users(), home(), 'src/features/files/files-screen.tsx']],
  'src/app/frame/frame.tsx': [['src/ui/menu.tsx']],
  'src/ui/menu.tsx': [[], ['src/ui/menu-popup.tsx']],
  'src/ui/menu-popup.tsx': [['node_modules/@ariakit/react/menu.js', 'src/ui/popup.module.css']],
  'src/ui/dialog-window.tsx': [['node_modules/@ariakit/react/menu.js', 'src/ui/popup.module.css']],
  [admins()]: [
    [
      'src/widgets/list/record-list/record-list.tsx',
      'src/features/people/people-list.ts',
      'src/features/admins/messages.ts',
    ],
    [editor('admins')],
  ],
  [users()]: [
    ['src/widgets/list/record-list/record-list.tsx', 'src/features/people/people-list.ts', 'src/ui/steps.tsx'],
    [editor('users')],
  ],
  'src/features/people/people-list.ts': [['src/widgets/records/record-picker/source.ts']],
  [home()]: [
    ['src/ui/steps.tsx', 'src/ui/board.tsx', 'src/widgets/tour/tour.tsx', 'node_modules/charts/index.js'],
    ['src/features/home/guide.tsx'],
  ],
  'src/features/files/files-screen.tsx': [['src/ui/board.tsx', 'node_modules/leaving/index.js']],
  'src/features/home/guide.tsx': [['src/widgets/tour/tour.tsx']],
  'src/widgets/list/record-list/record-list.tsx': [['src/ui/row.tsx'], ['src/ui/dialog-window.tsx']],
  [editor('admins')]: [
    [
      'src/features/people/form.tsx',
      'src/features/admins/messages.ts',
      'src/widgets/transfer/import/lines.ts',
      'src/widgets/charts/usage/graph.tsx',
      'node_modules/code/index.js',
    ],
  ],
  [editor('users')]: [
    [
      'src/features/people/form.tsx',
      'node_modules/plots/index.js',
      'src/ui/steps.tsx',
      'node_modules/charts/index.js',
      'src/widgets/transfer/import/lines.ts',
      'src/widgets/charts/usage/graph.tsx',
      'node_modules/code/index.js',
    ],
  ],
  'src/widgets/charts/usage/graph.tsx': [
    ['src/widgets/charts/usage/words.ts', 'node_modules/d3-time-format/src/locale.js'],
  ],
  'src/features/people/form.tsx': [
    ['src/widgets/form/editor-frame/editor-frame.tsx', 'src/widgets/records/record-picker/source.ts'],
  ],
  'src/widgets/form/editor-frame/editor-frame.tsx': [
    ['src/ui/row.tsx', 'src/ui/save.tsx', 'src/widgets/form/editor-frame/x.css', 'node_modules/leaving/index.js'],
  ],
}

function admins(): string {
  return 'src/features/admins/admins-screen.tsx'
}
function users(): string {
  return 'src/features/users/users-screen.tsx'
}
function home(): string {
  return 'src/features/home/home-screen.tsx'
}
function editor(feature: string): string {
  return `src/features/${feature}/editor.tsx`
}

function linksOf(id: string): ModuleLinks {
  const names = Object.keys(needs)
  return {
    importedIds: (needs[id]?.[0] ?? []).map((name) => `/${name}`),
    importers: names.filter((name) => needs[name]?.[0].includes(id)),
    dynamicImporters: names.filter((name) => needs[name]?.[1]?.includes(id)),
  }
}

/** Real ids are absolute. */
const nameOf = (id: string) =>
  chunkName(`/${id}`, (name) => {
    const { importers, dynamicImporters, importedIds } = linksOf(name.slice(1))
    const absolute = (names: readonly string[]) => names.map((other) => `/${other}`)
    return { importedIds, importers: absolute(importers), dynamicImporters: absolute(dynamicImporters) }
  })

describe('the chunk of a module', () => {
  it.each([editor('users'), 'node_modules/plots/index.js'])('is left to the bundler for %s', (id) => {
    expect(nameOf(id)).toBeNull()
  })

  it('is not one that other tabs load, for a library that one screen needs', () => {
    expect(nameOf('node_modules/charts/index.js')).toBeNull()
  })

  it('is left to the bundler for a library that only lazy modules need, and is tab for one that forms and screens need', () => {
    expect(nameOf('node_modules/code/index.js')).toBeNull()
    expect(nameOf('node_modules/leaving/index.js')).toBe('tab')
  })

  it('is chart for charts, import for file parsers, and opened for other modules that several windows need', () => {
    expect(nameOf('src/widgets/charts/usage/graph.tsx')).toBe('chart')
    expect(nameOf('node_modules/d3-time-format/src/locale.js')).toBe('chart')
    expect(nameOf('src/widgets/transfer/import/lines.ts')).toBe('import')
    expect(nameOf('src/widgets/charts/usage/words.ts')).toBe('opened')
  })

  it.each([admins(), 'src/features/admins/messages.ts'])('is that of the feature for %s, with its screen', (id) => {
    expect(nameOf(id)).toBe('admins')
  })

  it('is screens for modules that several tabs other than lists share', () => {
    expect(nameOf('src/ui/board.tsx')).toBe('screens')
  })

  it('is that of a feature for modules that only it needs, wherever they are', () => {
    expect(nameOf('src/widgets/tour/tour.tsx')).toBe('home')
  })

  it.each(['src/app/frame/frame.tsx', 'src/ui/menu.tsx', 'src/ui/row.tsx', 'src/ui/steps.tsx'])(
    'is tab for %s',
    (id) => {
      expect(nameOf(id)).toBe('tab')
    },
  )

  it('is tab for modules that screens of several features share, except for their forms', () => {
    expect(nameOf('src/features/people/people-list.ts')).toBe('tab')
    expect(nameOf('src/widgets/records/record-picker/source.ts')).toBe('tab')
    expect(nameOf('src/features/people/form.tsx')).toBe('people-opened')
  })

  it('is forms for modules that only editors need, and tab for their styles', () => {
    expect(nameOf('src/widgets/form/editor-frame/editor-frame.tsx')).toBe('forms')
    expect(nameOf('src/ui/save.tsx')).toBe('forms')
    expect(nameOf('src/widgets/form/editor-frame/x.css')).toBe('tab')
  })

  it('is overlay for the positioning library of dialogs and menus', () => {
    expect(nameOf('node_modules/@ariakit/react/menu.js')).toBe('overlay')
    expect(nameOf('src/ui/popup.module.css')).toBe('opened')
  })
})

describe('the chunk of a translation', () => {
  const nameOf = (id: string, needed: Readonly<Record<string, readonly string[]>>) =>
    chunkName(id, (other) => ({ importedIds: [], importers: needed[other] ?? [], dynamicImporters: [] }))

  it('is the start chunk if the English texts are in the entry', () => {
    const needed = { 'src/ui/messages.ts': ['src/ui/field.tsx'], 'src/ui/field.tsx': ['/console/src/main.tsx'] }
    expect(nameOf('src/ui/messages.de.ts', needed)).toBe('start-de')
  })

  it('is that of the feature if only the feature has the texts', () => {
    expect(nameOf('/src/features/admins/messages.de.ts', {})).toBe('admins-de')
  })

  it('is the start chunk for the module that locates the other translations', () => {
    expect(nameOf('/src/language/first.de.ts', {})).toBe('start-de')
  })

  it('is a single one for the pseudo-language', () => {
    expect(nameOf('/src/language/translations.xx.ts', {})).toBe('pseudo')
    expect(nameOf('/src/features/admins/messages.ts?pseudo', {})).toBe('pseudo')
  })
})
