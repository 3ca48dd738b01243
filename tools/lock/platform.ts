/** Platform fields of a package in package-lock.json. */
export interface Platform {
  readonly os: readonly string[]
  readonly cpu: readonly string[]
  readonly libc?: readonly string[]
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

/** The platform in a name such as `binding-linux-x64-musl`; `null` if it contains none. */
export function platformOfName(name: string): Platform | null {
  const words = name.split(/[/@-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (os === undefined || cpu === undefined) return null
  const ending = words.at(-1) ?? ''
  if (os !== 'linux') return { os: [os], cpu: [cpu] }
  if (ending.startsWith('musl')) return { os: [os], cpu: [cpu], libc: ['musl'] }
  if (ending.startsWith('gnu')) return { os: [os], cpu: [cpu], libc: ['glibc'] }
  return { os: [os], cpu: [cpu] }
}
