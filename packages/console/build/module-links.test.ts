import { describe, expect, it } from 'vitest'
import { resolveEntries } from './module-links.ts'

describe('the importers of a part of a package', () => {
  const icons = '/node_modules/@tabler/icons-react/dist/esm'
  const queries = '/node_modules/@tanstack/react-query/build/modern'
  const core = '/node_modules/@tanstack/query-core/build/modern'
  const icon = `${icons}/tabler-icons-react.mjs`
  const importers: Readonly<Record<string, readonly string[]>> = {
    [icon]: ['/src/frame.tsx', '/src/window.tsx'],
    [`${icons}/icons/IconX.mjs`]: [icon],
    [`${icons}/icons/IconXd.mjs`]: [icon],
    [`${queries}/index.js`]: ['/src/frame.tsx', '/src/window.tsx'],
    [`${queries}/useQueries.js`]: [`${queries}/index.js`],
    [`${core}/index.js`]: [`${queries}/index.js`, `${queries}/useQueries.js`],
    [`${core}/queriesObserver.js`]: [`${core}/index.js`, `${core}/another.js`],
    '/src/ui/menu.tsx': ['/src/frame.tsx'],
  }
  const code: Readonly<Record<string, string>> = {
    '/src/frame.tsx': "import { IconXd } from '@tabler/icons-react'; import { useQuery } from '@tanstack/react-query'",
    '/src/window.tsx':
      "import { IconX } from '@tabler/icons-react'; import { useQueries } from '@tanstack/react-query'",
    [`${queries}/useQueries.js`]: "import { QueriesObserver } from '@tanstack/query-core'",
  }
  const exports: Readonly<Record<string, readonly string[]>> = {
    [`${queries}/useQueries.js`]: ['useQueries'],
    [`${core}/queriesObserver.js`]: ['QueriesObserver'],
  }
  const linksOf = resolveEntries((id) => ({
    importedIds: [],
    importers: importers[id] ?? [],
    dynamicImporters: [],
    code: code[id] ?? null,
    exports: exports[id],
  }))

  it('are the modules that name the icon, although all import the entry of the package', () => {
    expect(linksOf(`${icons}/icons/IconX.mjs`)?.importers).toEqual(['/src/window.tsx'])
    expect(linksOf(`${icons}/icons/IconXd.mjs`)?.importers).toEqual(['/src/frame.tsx'])
  })

  it('are the modules that name its exports, and those that import it directly', () => {
    expect(linksOf(`${queries}/useQueries.js`)?.importers).toEqual(['/src/window.tsx'])
    expect(linksOf(`${core}/queriesObserver.js`)?.importers).toEqual([`${core}/another.js`, `${queries}/useQueries.js`])
  })

  it('are unchanged for any other module', () => {
    expect(linksOf('/src/ui/menu.tsx')?.importers).toEqual(['/src/frame.tsx'])
  })
})
