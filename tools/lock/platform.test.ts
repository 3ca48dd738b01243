import { expect, it } from 'vitest'
import { platformOfName } from './platform.ts'

it.each([
  ['@biomejs/cli-win32-x64', { os: ['win32'], cpu: ['x64'] }],
  ['@oxc-parser/binding-linux-arm-musleabihf', { os: ['linux'], cpu: ['arm'], libc: ['musl'] }],
  ['@rolldown/binding-linux-ppc64-gnu', { os: ['linux'], cpu: ['ppc64'], libc: ['glibc'] }],
  ['@oxc-parser/binding-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
  ['@biomejs/cli-linux-x64', { os: ['linux'], cpu: ['x64'] }],
  ['pg-native', null],
])('reads the platform of %s', (name, platform) => {
  expect(platformOfName(name)).toEqual(platform)
})
