import { describe, expect, it } from 'vitest'
import { chunkName, type ModuleLinks, pastIconEntry } from './chunk-name.ts'

/** Modules by what they need: at once, and (in the second list) when it is opened. */
const needs: Readonly<Record<string, readonly [now: readonly string[], later?: readonly string[]]>> = {
  'src/main.tsx': [[], ['src/app/frame/frame.tsx', admins(), users(), home(), 'src/features/files/files-screen.tsx']],
  'src/app/frame/frame.tsx': [['src/ui/menu.tsx']],
  'src/ui/menu.tsx': [[], ['src/ui/menu-popup.tsx']],
  'src/ui/menu-popup.tsx': [['node_modules/@ariakit/react/menu.js', 'src/ui/popup.module.css']],
  'src/ui/dialog-window.tsx': [['node_modules/@ariakit/react/menu.js', 'src/ui/popup.module.css']],
  [admins()]: [
    [
      'src/widgets/record-list/record-list.tsx',
      'src/features/people/people-list.ts',
      'src/features/admins/messages.ts',
    ],
    [editor('admins')],
  ],
  [users()]: [
    ['src/widgets/record-list/record-list.tsx', 'src/features/people/people-list.ts', 'src/ui/steps.tsx'],
    [editor('users')],
  ],
  'src/features/people/people-list.ts': [['src/widgets/record-picker/source.ts']],
  [home()]: [
    ['src/ui/steps.tsx', 'src/ui/board.tsx', 'src/widgets/tour/tour.tsx', 'node_modules/charts/index.js'],
    ['src/features/home/guide.tsx'],
  ],
  'src/features/files/files-screen.tsx': [['src/ui/board.tsx']],
  'src/features/home/guide.tsx': [['src/widgets/tour/tour.tsx']],
  'src/widgets/record-list/record-list.tsx': [['src/ui/row.tsx'], ['src/ui/dialog-window.tsx']],
  [editor('admins')]: [['src/features/people/form.tsx', 'src/features/admins/messages.ts']],
  [editor('users')]: [
    ['src/features/people/form.tsx', 'node_modules/plots/index.js', 'src/ui/steps.tsx', 'node_modules/charts/index.js'],
  ],
  'src/features/people/form.tsx': [
    ['src/widgets/editor-frame/editor-frame.tsx', 'src/widgets/record-picker/source.ts'],
  ],
  'src/widgets/editor-frame/editor-frame.tsx': [
    ['src/ui/row.tsx', 'src/ui/save.tsx', 'src/widgets/editor-frame/x.css'],
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

/** Real names are absolute. */
const nameOf = (id: string) =>
  chunkName(`/${id}`, (name) => {
    const { importers, dynamicImporters, importedIds } = linksOf(name.slice(1))
    const absolute = (names: readonly string[]) => names.map((other) => `/${other}`)
    return { importedIds, importers: absolute(importers), dynamicImporters: absolute(dynamicImporters) }
  })

describe('the file that a module goes into', () => {
  it.each([editor('users'), 'node_modules/plots/index.js'])('is left open for %s', (id) => {
    expect(nameOf(id)).toBeNull()
  })

  it('is never one that other tabs load, for a library that one screen needs', () => {
    expect(nameOf('node_modules/charts/index.js')).toBeNull()
  })

  it.each([admins(), 'src/features/admins/messages.ts'])('is that of the feature for %s, with its screen', (id) => {
    expect(nameOf(id)).toBe('admins')
  })

  it('is screens for what several tabs share that are no lists', () => {
    expect(nameOf('src/ui/board.tsx')).toBe('screens')
  })

  it('is that of a feature for what only its parts need, wherever it lies', () => {
    expect(nameOf('src/widgets/tour/tour.tsx')).toBe('home')
  })

  it.each(['src/app/frame/frame.tsx', 'src/ui/menu.tsx', 'src/ui/row.tsx', 'src/ui/steps.tsx'])(
    'is tab for %s',
    (id) => {
      expect(nameOf(id)).toBe('tab')
    },
  )

  it('is tab for what screens of several features share without its forms', () => {
    expect(nameOf('src/features/people/people-list.ts')).toBe('tab')
    expect(nameOf('src/widgets/record-picker/source.ts')).toBe('tab')
    expect(nameOf('src/features/people/form.tsx')).toBe('people-opened')
  })

  it('is forms for what only editors need, and tab for its styles', () => {
    expect(nameOf('src/widgets/editor-frame/editor-frame.tsx')).toBe('forms')
    expect(nameOf('src/ui/save.tsx')).toBe('forms')
    expect(nameOf('src/widgets/editor-frame/x.css')).toBe('tab')
  })

  it('is one of its own for what windows and menus float on', () => {
    expect(nameOf('node_modules/@ariakit/react/menu.js')).toBe('overlay')
    expect(nameOf('src/ui/popup.module.css')).toBe('opened')
  })
})

describe('the file of a translation', () => {
  const nameOf = (id: string, needed: Readonly<Record<string, readonly string[]>>) =>
    chunkName(id, (other) => ({ importedIds: [], importers: needed[other] ?? [], dynamicImporters: [] }))

  it('is that of the start where English is there from the start', () => {
    const needed = { 'src/ui/messages.ts': ['src/ui/field.tsx'], 'src/ui/field.tsx': ['/console/src/main.tsx'] }
    expect(nameOf('src/ui/messages.de.ts', needed)).toBe('start-de')
  })

  it('is that of the feature where only it has the texts', () => {
    expect(nameOf('/src/features/admins/messages.de.ts', {})).toBe('admins-de')
  })

  it('is that of the start for what says where its others are', () => {
    expect(nameOf('/src/language/first.de.ts', {})).toBe('start-de')
  })

  it('is one for all of the pseudo-language', () => {
    expect(nameOf('/src/language/translations.xx.ts', {})).toBe('pseudo')
    expect(nameOf('/src/features/admins/messages.ts?pseudo', {})).toBe('pseudo')
  })
})

describe('the modules that need an icon', () => {
  const icons = '/node_modules/@tabler/icons-react/dist/esm'
  const entry = `${icons}/tabler-icons-react.mjs`
  const importers: Readonly<Record<string, readonly string[]>> = {
    [entry]: ['/src/frame.tsx', '/src/window.tsx'],
    [`${icons}/icons/IconX.mjs`]: [entry],
    [`${icons}/icons/IconXd.mjs`]: [entry],
    '/src/ui/menu.tsx': ['/src/frame.tsx'],
  }
  const code: Readonly<Record<string, string>> = {
    '/src/frame.tsx': "import { IconXd } from '@tabler/icons-react'",
    '/src/window.tsx': "import { IconX } from '@tabler/icons-react'",
  }
  const linksOf = pastIconEntry((id) => ({
    importedIds: [],
    importers: importers[id] ?? [],
    dynamicImporters: [],
    code: code[id] ?? null,
  }))

  it('are those that name it, though all import the entry of the package', () => {
    expect(linksOf(`${icons}/icons/IconX.mjs`)?.importers).toEqual(['/src/window.tsx'])
    expect(linksOf(`${icons}/icons/IconXd.mjs`)?.importers).toEqual(['/src/frame.tsx'])
  })

  it('are left as they are for any other module', () => {
    expect(linksOf('/src/ui/menu.tsx')?.importers).toEqual(['/src/frame.tsx'])
  })
})
