/** Each icon is imported from its own file, so that tests and the development server do not read all six thousand. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon

  // biome-ignore lint/style/noDefaultExport: this describes how the package exports its icons
  export { icon as default }
}
